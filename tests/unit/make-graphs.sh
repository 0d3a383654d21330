#!/bin/sh
# Compiles a debuggee in many ways, into FOLDER/NAME-*:
#
#	make-graphs.sh STAMP FOLDER SOURCE COMPILER...
#
# No option of the build that calls this may change what they are.
set -eu
stamp=$1 folder=$2 source=$3
shift 3
mkdir -p "$folder"
name=$(basename "$source" .c)

make() { # suffix options...
	suffix=$1
	shift
	"$@" -w -o "$folder/$name-$suffix" "$source"
}

make plain "$@" -g -O0
make dwarf4 "$@" -gdwarf-4 -O0
make dwarf5 "$@" -gdwarf-5 -O0
make fixed "$@" -g -O0 -no-pie -fno-pie
make static "$@" -g -O0 -static
make optimised "$@" -g -O2
make optimised4 "$@" -gdwarf-4 -O2
make split "$@" -g -O0 -gsplit-dwarf
make types "$@" -g -O0 -fdebug-types-section
make compressed "$@" -g -O0 -gz
touch "$stamp"
