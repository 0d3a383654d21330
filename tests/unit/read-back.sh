#!/bin/sh
# How the shell reads commands: the judge over src/args.
#
#	read-back.sh FILE OUT
#
# Runs FILE, in which every command calls show, and writes for each the values
# of A and B, the number of arguments and the arguments, all NUL-terminated.
show()
{
	printf '%s\0' "$A" "$B" "$#" "$@"
}

A='' B=''
exec >"$2"
. "$1"
