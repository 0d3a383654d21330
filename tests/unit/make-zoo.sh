#!/bin/sh
# Makes the programs that test-debuginfo-* look at.
#
#	make-zoo.sh STAMP DIR SOURCES COMPILER...
#
# All from the sources of one zoo; what each is, its name says. Those that this
# machine can't make are left out. STAMP is touched last.
set -e
stamp=$1 dir=$2 sources=$(cd "$3" && pwd)
shift 3
rm -rf "$dir"
mkdir -p "$dir"
cd "$dir"

# The flags stand behind the compiler's own, so that they count.
library() { # DIRECTORY FLAGS...
	mkdir -p "$1"
	to=$1
	shift
	$cc "$@" -w -fPIC -shared -o "$to/libzoo.so" "$sources/library.c"
}

zoo() { # NAME FLAGS...
	name=$1
	shift
	library "lib-$name" "$@"
	mkdir -p "obj-$name"
	for part in zoo other; do
		$cc "$@" -w -c -o "obj-$name/$part.o" "$sources/$part.c"
	done
	$cc "$@" -o "$name" "obj-$name/zoo.o" "obj-$name/other.o" \
		-L"lib-$name" -lzoo -Wl,-rpath,"$PWD/lib-$name"
}

zoo_static() { # NAME FLAGS...
	name=$1
	shift
	$cc "$@" -w -static -o "$name" "$sources/zoo.c" \
		"$sources/other.c" "$sources/library.c" 2>/dev/null ||
		rm -f "$name"
}

zoo_plus() { # NAME COMPILER FLAGS...
	name=$1
	shift
	if command -v "$1" >/dev/null 2>&1; then
		"$@" -w -std=c++17 -o "$name" "$sources/zoo.cc"
	fi
}

cc=$* # a compiler may be several words: ccache gcc
zoo c-plain -g -O0
zoo c-dwarf4 -g -gdwarf-4 -O0
zoo c-strict -g -gdwarf-3 -gstrict-dwarf -O0
zoo c-optimised -g -O2
zoo c-optimised-dwarf4 -g -gdwarf-4 -O2
zoo c-no-pie -g -O0 -no-pie -fno-pie
zoo c-split -g -gsplit-dwarf -O0
zoo c-split-dwarf4 -g -gdwarf-4 -gsplit-dwarf -O0
zoo c-split-optimised -g -gsplit-dwarf -O2
zoo c-type-units -g -fdebug-types-section -O0
zoo c-type-units-dwarf4 -g -gdwarf-4 -fdebug-types-section -O0
zoo c-compressed -g -gz -O0
zoo c-sections -g -O0 -ffunction-sections -fdata-sections -Wl,--gc-sections
zoo c-frame-pointer -g -Og -fno-omit-frame-pointer
zoo_static c-static -g -O0
zoo_plus cc-plain c++ -g -O0
zoo_plus cc-dwarf4 c++ -g -gdwarf-4 -O0
zoo_plus cc-optimised c++ -g -O2
zoo_plus cc-type-units c++ -g -fdebug-types-section -O0
zoo_plus cc-split c++ -g -gsplit-dwarf -O0

# Debug information in a file of its own.
zoo c-apart -g -O0
objcopy --only-keep-debug c-apart c-apart.debug
objcopy --strip-debug --add-gnu-debuglink=c-apart.debug c-apart

# The same, found by build id: the name of the file is free.
identified() { # NAME ID FLAGS...
	name=$1
	zoo "$name" -Wl,--build-id="0x$2" $3 $4 $5
	objcopy --only-keep-debug "$name" "$name.debug"
	objcopy --strip-debug "$name"
}
identified c-identified 0123456789abcdef -g -O0
identified c-identified-optimised 0123456789abcdff -g -gdwarf-4 -O2

# A second compiler, where there is one.
if command -v clang >/dev/null 2>&1; then
	cc=clang
	zoo c-clang -g -O0
	zoo c-clang-optimised -g -O2
	zoo c-clang-split -g -gdwarf-5 -gsplit-dwarf -O0
	zoo_plus cc-clang clang++ -g -O0
fi

cd - >/dev/null
touch "$stamp"
