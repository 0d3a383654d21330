/* libFuzzer on the MI parser:
 *
 *	CC=clang meson setup build-fuzz -Dfuzz=true -Db_lundef=false \
 *		-Db_sanitize=address,undefined
 *	ninja -C build-fuzz
 *	build-fuzz/tests/fuzz/fuzz-mi-parse -max_len=4096 NEW
 *tests/fuzz/corpus-mi
 */
#include "mi-check.h"

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize n);

int LLVMFuzzerTestOneInput(const guint8 *bytes, gsize n)
{
	mi_check(bytes, n);
	return 0;
}
