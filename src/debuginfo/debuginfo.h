/* What debug information says about a stopped program: its types, its
 * variables and where they are, its call stack. DWARF, read by libdw; no
 * Dwarf_ type leaves this module.
 *
 *	struct hc_debuginfo_source source = {.pid = pid, .read = my_read};
 *	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, &error);
 *	g_autoptr(GPtrArray) frames =
 *		hc_debuginfo_unwind(info, &registers, 1000, &more, &error);
 *	for each frame:
 *		g_autoptr(GPtrArray) locals = hc_debuginfo_locals(info, frame);
 *
 * Types live as long as the hc_debuginfo. The caller frees the arrays that
 * functions return, and with them their elements; strings belong to the
 * hc_debuginfo. Nothing is guessed: what can't be worked out is unknown or
 * "optimised out". */
#ifndef HC_DEBUGINFO_H
#define HC_DEBUGINFO_H

#include "type.h"

#include <sys/types.h>

/* x86-64, in DWARF's numbering: rax rdx rcx rbx rsi rdi rbp rsp r8 … r15, and
 * the return address, which is the pc of the frame. */
enum {
	HC_RAX,
	HC_RDX,
	HC_RCX,
	HC_RBX,
	HC_RSI,
	HC_RDI,
	HC_RBP,
	HC_RSP,
	HC_PC = 16,
	HC_N_REGISTERS = 17,
};

struct hc_registers {
	guint64 values[HC_N_REGISTERS];
	guint32 known; /* bit n: values[n] is known */
	guint64 fs_base; /* the thread's: where thread-local variables are */
};

struct hc_debuginfo_source {
	pid_t pid; /* for its memory map and files: /proc/PID */
	/* Reads memory of the program; FALSE if not all of it is there. */
	gboolean (*read)(guint64 address, void *bytes, gsize n, gpointer data);
	gpointer data;
	/* Where separate debug files are; NULL: where GDB looks by default,
	 * "": nowhere but beside the files. Never asks a server. */
	const char *debug_dir;
	/* A program without debug information will do: then only its call stack
	 * can be told. */
	gboolean any;
	/* Not 0: the user wants it to end, as in struct mg_reader. From then on
	 * what it finds is incomplete: whoever asks looks at the flag before
	 * believing the answer. NULL: nobody will. */
	const volatile sig_atomic_t *stop;
};

#define HC_DEBUGINFO_ERROR (hc_debuginfo_error_quark())
GQuark hc_debuginfo_error_quark(void);
enum hc_debuginfo_error {
	HC_DEBUGINFO_ERROR_NONE, /* the program has none */
	HC_DEBUGINFO_ERROR_DAMAGED, /* libdw can't make sense of it */
	HC_DEBUGINFO_ERROR_MACHINE, /* not x86-64 */
	HC_DEBUGINFO_ERROR_UNWIND, /* the call stack can't be walked */
	HC_DEBUGINFO_ERROR_SYSTEM,
	HC_DEBUGINFO_ERROR_STOPPED, /* the user wants it to end */
};

struct hc_debuginfo;

/* Reads what is mapped into the process now. */
struct hc_debuginfo *hc_debuginfo_new(
	const struct hc_debuginfo_source *source, GError **error);
void hc_debuginfo_free(struct hc_debuginfo *info);

/* Where a variable's value is. */
enum hc_where {
	HC_WHERE_MEMORY, /* at `address` */
	HC_WHERE_REGISTER, /* in `reg`, a DWARF number, of its frame */
	HC_WHERE_VALUE, /* nowhere; `value` is what it would be */
	HC_WHERE_OPTIMISED_OUT,
};

struct hc_variable {
	const char *name;
	const struct mg_type *type;
	enum hc_where where;
	guint64 address; /* HC_WHERE_MEMORY */
	guint reg; /* HC_WHERE_REGISTER: 0 … 15, 17 … 32 are xmm0 … xmm15 */
	guint64 saved_at; /* HC_WHERE_REGISTER: where an outer frame's register
			     was saved in memory; 0: still in the register */
	GBytes *value; /* HC_WHERE_VALUE */
	gboolean parameter;
	guint depth; /* of the block that declares it, 0: the function's */
	guint inlined; /* a local: how many inlined calls it is in */
	gboolean fixed; /* a local: in one place of its frame, or one register,
			   as long as its function runs */
	gboolean shadowed; /* an inner block here has the same name */
	gboolean thread_local;
	const char *function; /* static of a function: which; else NULL */
	const char *unit; /* the source file that was compiled */
	const char *file; /* that declares it, as compiled; NULL: unknown */
	int line;
	gboolean external; /* visible in other files */
};

/* All variables with a place of their own: globals, statics of files and of
 * functions, thread-local ones (at the given fs_base). In a stable order: by
 * module, unit, position. Elements: struct hc_variable *. */
GPtrArray *hc_debuginfo_globals(struct hc_debuginfo *info, guint64 fs_base);
/* How many variables had no location: "optimised out". */
guint hc_debuginfo_globals_optimised_out(const struct hc_debuginfo *info);

struct hc_call {
	guint level; /* 0: innermost */
	struct hc_registers registers; /* as they are in this frame */
	guint64 saved_at[HC_N_REGISTERS]; /* where the next inner frames saved
					     a register; 0: nowhere */
	guint64 cfa; /* the canonical frame address; 0: unknown */
	gboolean exact_pc; /* innermost, or interrupted by a signal: the pc is
			      that of the next instruction; else it is a return
			      address, right behind the call */
	const char *function; /* NULL: unknown */
	const char *file; /* as compiled; NULL: unknown */
	int line; /* of the call, or where it stopped */
	gboolean at_entry; /* level 0: no statement of it has run, so its locals
			      hold nothing, except for parameters; GDB's
			      breakpoints stop there, too */
	gboolean has_debug; /* there is debug information for it */
	guint64 low, high; /* the function's code; 0: unknown */
};

/* The call stack, innermost first, at most `max` frames; *more if there are
 * more. It goes on beyond main, to the start of the thread. Functions that were
 * inlined have no frame of their own (hc_debuginfo_running tells them): their
 * variables are the frame's. Stops
 * without an error where it can't go on. Elements: struct hc_call *. */
GPtrArray *hc_debuginfo_unwind(struct hc_debuginfo *info,
	const struct hc_registers *registers, guint max, gboolean *more,
	GError **error);

/* A function that runs in a frame. */
struct hc_running {
	const char *function; /* NULL: unknown */
	const char *file; /* as compiled; NULL: unknown */
	int line; /* of the call, or where it stopped; 0: unknown */
};

/* Which functions run in a frame, as GDB tells it: those that were inlined
 * there, innermost first, and the one whose frame it is last. Elements: struct
 * hc_running. */
GArray *hc_debuginfo_running(
	struct hc_debuginfo *info, const struct hc_call *call);

/* Parameters and locals of a frame that are in scope at its pc, outer blocks
 * first, each block in the order of the source. Lengths of variable-length
 * arrays are those of this frame. Elements: struct hc_variable *. */
GPtrArray *hc_debuginfo_locals(
	struct hc_debuginfo *info, const struct hc_call *call);

/* How a function uses its frame. */
enum hc_frame_kind {
	HC_FRAME_SHARED, /* nested functions use it, too, or nobody knows */
	HC_FRAME_OPTIMISED, /* variables may move, and be found from
			       the addresses of others */
	HC_FRAME_PLAIN, /* each variable has one place, and is touched only
			   there or through its address */
};
enum hc_frame_kind hc_debuginfo_frame_kind(
	struct hc_debuginfo *info, guint64 pc);

/* The function that starts at, or contains, an address: its name (as the
 * linker knows it), and how far into it; NULL if there is none. */
const char *hc_debuginfo_function_at(
	struct hc_debuginfo *info, guint64 address, guint64 *offset);

struct hc_range {
	guint64 low, high; /* from, and the first address behind */
};

/* A function that has code of its own. */
struct hc_code {
	const char *name; /* "ns::f"; NULL: unknown */
	const char *file; /* as compiled; NULL: unknown */
	const char *folder; /* in which it was compiled; NULL: unknown */
	int line; /* where it begins; 0: unknown */
	const char *module; /* the file that is mapped */
	gboolean cplusplus;
	guint64 entry; /* its first instruction */
	GArray *ranges; /* struct hc_range: all of its code, the entry's first
			 */
};

/* All functions of the program with debug information, by address; with
 * `libraries` those of its own shared libraries too: of files that have debug
 * information in them and are not in a folder of the system's. One that was
 * always inlined is left out. Elements: struct hc_code *. */
GPtrArray *hc_debuginfo_functions(
	struct hc_debuginfo *info, gboolean libraries);
/* Whether a library is the system's by the path of its file. */
gboolean hc_debuginfo_is_system(const char *path);
/* The function that has this code; NULL if none has. */
struct hc_code *hc_debuginfo_code_at(
	struct hc_debuginfo *info, guint64 address);
void hc_di_code_free(struct hc_code *code);

/* A line of the source inside a function. */
struct hc_statement {
	const char *file; /* as compiled */
	int line;
	guint64 address; /* where a breakpoint of GDB's at FILE:LINE is */
	guint64 high; /* from there on, the line's code ends here */
	gboolean last; /* of its function's lines: usually it has only the
			  closing brace */
};

/* The lines of a function for which such a breakpoint has exactly one place in
 * the function's module, by address: not those that were inlined or are in
 * several functions or blocks. The opening line and the prologue are left out.
 * Elements: struct hc_statement. */
GArray *hc_debuginfo_statements(
	struct hc_debuginfo *info, const struct hc_code *code);

/* Where the return address of a frame is while its pc is here: this far from a
 * register (HC_RSP, HC_RBP …). FALSE if it is not as simple as that. */
gboolean hc_debuginfo_return_at(
	struct hc_debuginfo *info, guint64 pc, guint *reg, gint64 *offset);

/* The address of a symbol of the linker's, of a module whose file name starts
 * with `module` ("libc.so"), or of any if NULL; 0 if there is none. */
guint64 hc_debuginfo_symbol(struct hc_debuginfo *info, const char *module,
	const char *symbol, guint64 *size);

/* The symbol of another file whose address the loader puts into this slot:
 * "" if it has no name, NULL if nothing is put there. */
const char *hc_debuginfo_import(struct hc_debuginfo *info, guint64 slot);

/* All types seen so far, by their id: 0 … n - 1. */
guint hc_debuginfo_n_types(const struct hc_debuginfo *info);
const struct mg_type *hc_debuginfo_type(
	const struct hc_debuginfo *info, guint id);

/* A type by its name as C writes it, NULL if the program has none. */
const struct mg_type *hc_debuginfo_find_type(
	struct hc_debuginfo *info, const char *name);

/* All structs and classes of exactly this size that have a name, in the order
 * of modules and units: const struct mg_type *. The array is the
 * hc_debuginfo's. */
const GPtrArray *hc_debuginfo_structs(struct hc_debuginfo *info, guint64 size);

/* The class of the C++ object of which a part with virtual functions is at an
 * address, as its table of these says, and where the object starts; NULL if
 * there is no such object, or its class is unknown. */
const struct mg_type *hc_debuginfo_class_of(
	struct hc_debuginfo *info, guint64 object, guint64 *start);

/* The type of the nodes in which a container of C++'s library, or an iterator,
 * or a node itself, links elements, although its pointers are declared to lead
 * to a base of these. NULL: it is none of these. */
const struct mg_type *hc_debuginfo_nodes(
	struct hc_debuginfo *info, const struct mg_type *type);

/* `char **`, even if the program has no such type. */
const struct mg_type *hc_debuginfo_texts(struct hc_debuginfo *info);

typedef struct hc_debuginfo hc_debuginfo; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_debuginfo, hc_debuginfo_free)
typedef struct hc_code hc_code; /* for g_autoptr alone */
G_DEFINE_AUTOPTR_CLEANUP_FUNC(hc_code, hc_di_code_free)

#endif
