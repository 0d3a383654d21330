#!/bin/sh
# Compiles a debuggee in ways that matter to code that is patched, into
# FOLDER/NAME-*:
#
#	make-traces.sh STAMP FOLDER SOURCE COMPILER...
#
# Where there is no such compiler there are no programs.
#
# No option of the build that calls this may change what they are.
set -eu
stamp=$1 folder=$2 source=$3
shift 3
mkdir -p "$folder"
name=$(basename "$source")
name=${name%.*}
if ! command -v "$1" >/dev/null 2>&1; then
	touch "$stamp"
	exit
fi

"$@" -w -g -O1 -shared -fPIC -o "$folder/lib$name.so" \
	"$(dirname "$source")/library.c"

# The same as others install it.
foreign=$folder/lib$name-foreign.so
cp "$folder/lib$name.so" "$foreign"
objcopy --only-keep-debug "$foreign" "$foreign.debug"
objcopy --strip-debug --add-gnu-debuglink="$foreign.debug" "$foreign"

make() { # suffix compiler... options...
	suffix=$1
	shift
	"$@" -o "$folder/$name-$suffix"
}

# A compiler may be several words: ccache gcc.
set -- "$@" "$source" -w -pthread

make plain "$@" -g -O0
make fixed "$@" -g -O0 -no-pie -fno-pie
make marked "$@" -g -O0 -fcf-protection
make optimised "$@" -g -O2
make optimised-marked "$@" -g -O2 -fcf-protection -fno-plt
make optimised-fixed "$@" -g -O2 -no-pie -fno-pie
make small "$@" -g -Os
make static "$@" -g -O2 -static
make large "$@" -g -O3 -funroll-loops
make separate "$@" -g -O2
objcopy --only-keep-debug "$folder/$name-separate" \
	"$folder/$name-separate.debug"
objcopy --strip-all --add-gnu-debuglink="$folder/$name-separate.debug" \
	"$folder/$name-separate"
make shared "$@" -g -O1 -DLIBRARY -L"$folder" -l:"lib$name.so" \
	-Wl,-rpath,"$folder"
make foreign "$@" -g -O1 -DLIBRARY -L"$folder" -l:"lib$name-foreign.so" \
	-Wl,-rpath,"$folder"
touch "$stamp"
