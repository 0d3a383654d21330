#include "gdbmi-private.h"

G_DEFINE_QUARK(mi_error, mi_error)
