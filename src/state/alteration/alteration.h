/* What to change in a stopped program before it goes on.
 *
 *	g_autoptr(hc_alteration) a = hc_alteration_new();
 *	hc_alteration_write(a, address_of_x, &x, sizeof x);
 *	hc_alteration_point(a, address_of_p, address_of_y);
 *	hc_alteration_set_register(a, 0, 42, FALSE);
 *	hc_alteration_set_file(a, 0, "other-input", O_RDONLY, 0);
 *	outcome = hc_engine_run(engine, a, &error);
 *
 * Plain data: whatever computes differences fills it in, an engine applies it.
 * Everything that is given is copied. Addresses are those of the program that
 * the engine was made from; if another run has others, the engine translates
 * them, along with the values that are said to be pointers. */
#ifndef HC_ALTERATION_H
#define HC_ALTERATION_H

#include <glib.h>

struct hc_alteration;
struct hc_alteration *hc_alteration_new(void);
struct hc_alteration *hc_alteration_copy(const struct hc_alteration *a);
void hc_alteration_free(struct hc_alteration *a);

/* Memory. Where two overlap, the later one wins. */
void hc_alteration_write(
	struct hc_alteration *a, guint64 address, const void *bytes, gsize n);
/* The 8 bytes at `address` become the pointer `value`. */
void hc_alteration_point(
	struct hc_alteration *a, guint64 address, guint64 value);

/* DWARF's numbers for registers (x86-64): 0 … 15 are rax rdx rcx rbx rsi rdi
 * rbp rsp r8 … r15, 16 is the pc, then xmm0 … xmm15, then st0 … st7. */
enum {
	HC_ALTER_PC = 16,
	HC_ALTER_XMM = 17,
	HC_ALTER_ST = 33,
	HC_ALTER_REGISTERS = 41,
	HC_ALTER_LONGEST = 16, /* bytes of a register */
};

/* Registers of the innermost frame: a general one by its value, any one by its
 * first bytes, the others staying as they are. The last value given to a
 * register wins. FALSE if there is no such register, or it is shorter. */
gboolean hc_alteration_set_register(struct hc_alteration *a, guint dwarf_number,
	guint64 value, gboolean is_pointer);
gboolean hc_alteration_set_register_bytes(struct hc_alteration *a,
	guint dwarf_number, const void *bytes, gsize n);

/* Descriptor fd becomes this file, opened with the flags of open(2) and set
 * to the offset; path NULL: it is closed. It is opened by the program itself:
 * a relative path is relative to its directory. Flags that would make or empty
 * a file are left out, since the file is state and not an effect. FALSE if fd
 * or the offset is out of range. */
gboolean hc_alteration_set_file(struct hc_alteration *a, int fd,
	const char *path, int flags, guint64 offset);

gboolean hc_alteration_is_empty(const struct hc_alteration *a);

/* What is in it, for applying it; all of it belongs to the alteration. */
struct hc_write {
	guint64 address;
	gsize n;
	const guint8 *bytes;
	gboolean is_pointer; /* n is 8, the bytes are an address */
};
guint hc_alteration_n_writes(const struct hc_alteration *a);
/* In the order in which they were asked for. */
struct hc_write hc_alteration_get_write(
	const struct hc_alteration *a, guint index);

struct hc_register {
	guint number; /* DWARF's */
	guint8 bytes[HC_ALTER_LONGEST];
	gsize n;
	gboolean is_pointer;
};
/* Each register once. */
const struct hc_register *hc_alteration_registers(
	const struct hc_alteration *a, guint *n);

struct hc_file {
	int fd;
	char *path; /* NULL: closed */
	int flags;
	guint64 offset;
};
/* Each descriptor once. */
const struct hc_file *hc_alteration_files(
	const struct hc_alteration *a, guint *n);

typedef struct hc_alteration hc_alteration; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_alteration, hc_alteration_free)

#endif
