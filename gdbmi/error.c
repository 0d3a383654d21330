#include "gdbmi-private.h"

G_DEFINE_QUARK(mi - error - quark, mi_error)
