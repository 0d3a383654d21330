#!/bin/sh
# Makes the files that test-program looks at.
#
#	make-programs.sh STAMP DIR COMPILER...
#
# All from one source; what each is, its name says. STAMP is touched last.
set -e
stamp=$1 dir=$2
shift 2
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

cat >program.c <<'END'
int twice(int n)
{
	return 2 * n;
}

int main(int argc, char **argv)
{
	(void) argv;
	return twice(argc) != 2;
}
END

# The compiler may have been called with an -g of its own: the last one counts.
"$@" program.c -g -o with-g
"$@" program.c -g0 -o without-g
"$@" program.c -g -no-pie -o no-pie
"$@" program.c -g -gz -o compressed
"$@" program.c -g -gsplit-dwarf -o split-dwarf
"$@" program.c -g -Wl,--dynamic-linker=/nowhere/ld.so -o no-loader
"$@" program.c -g -shared -fPIC -o library.so
"$@" program.c -g -c -o object.o

# Not every machine has a static C library.
"$@" program.c -g -static -o static || rm -f static
"$@" program.c -g -static-pie -o static-pie || rm -f static-pie

# Debug information apart: by debug link, and by build id (0123456789abcdef).
"$@" program.c -g -Wl,--build-id=none -o linked
objcopy --only-keep-debug linked linked.debug
objcopy --strip-debug --add-gnu-debuglink=linked.debug linked
"$@" program.c -g -Wl,--build-id=0x0123456789abcdef -o identified
objcopy --only-keep-debug identified identified.debug
objcopy --strip-debug identified

cd - >/dev/null
touch "$stamp"
