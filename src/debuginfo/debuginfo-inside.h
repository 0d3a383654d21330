/* Internal to debuginfo: what its files share; libdw's types end here.
 *
 * A module is one mapped ELF file, a unit one compilation unit of its debug
 * information. A unit is scanned once, when something of it is first asked
 * for: the scan finds its functions, its variables and the names of its types,
 * and leaves the types themselves to be made when a variable needs them.
 *
 * Addresses in libdw's structures are those of the file ("unbiased");
 * everything else is where it is in the program. */
#ifndef HC_DEBUGINFO_INSIDE_H
#define HC_DEBUGINFO_INSIDE_H

#include "debuginfo.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>

/* Damaged information may nest or refer without end. */
enum { MAX_NESTING = 256, MAX_HOPS = 32 };

struct hc_di_module {
	Dwfl_Module *dwfl;
	char *path; /* as the map of the process has it */
	pid_t pid;
	const char *debug_path;
	guint64 start, end;
	gboolean is_main;
	gboolean dwarf_tried;
	Dwarf *dwarf; /* NULL: none */
	Dwarf_Addr bias; /* of the debug information */
	GPtrArray *units; /* struct hc_di_unit * */
	GArray *ranges; /* struct hc_di_range, sorted; NULL: not yet */
	GArray *statements; /* struct hc_di_statement, sorted; NULL: not yet */
	/* struct hc_di_symbol: all that have a name, as they come; those that
	 * are functions, by address if `sorted`. NULL: not yet */
	GArray *named, *functions;
	gboolean sorted;
	guint asked_by_address, asked_by_name;
	GHashTable *by_name; /* name → one of `named`; NULL: not yet */
	GArray *vtables; /* struct hc_di_symbol: all tables of classes */
	GHashTable *imports; /* slot → name; NULL: not yet */
	struct hc_tls *tls; /* NULL: not looked for yet */
};

struct hc_di_unit {
	struct hc_di_module *module;
	Dwarf_Die die; /* split DWARF: the part in the other file */
	Dwarf_Die skeleton; /* has lines and ranges; mostly the same */
	gboolean cplusplus, scanned;
	GArray *variables; /* struct hc_di_found, in the order of the source */
	GArray *owners; /* Dwarf_Die: functions that have statics */
	GArray *functions; /* struct hc_di_function, by low */
	GArray *types; /* Dwarf_Die: what may define a name */
	GArray *scopes; /* struct hc_di_scope, in the order of the information
			 */
};

/* A namespace, class or function of C++, and the part of the information that
 * is inside it. What a DIE belongs to is found from where it is, and need not
 * be noted for each. */
struct hc_di_scope {
	Dwarf_Die die;
	char *end; /* the first byte behind it; NULL: ends with its parent */
	int parent; /* -1: none */
};

struct hc_di_range {
	guint64 low, high; /* unbiased */
	struct hc_di_unit *unit;
};

/* A variable that may have a place of its own. */
struct hc_di_found {
	Dwarf_Die die;
	int owner; /* its function: number among the unit's; -1: of the file */
	guint depth; /* of blocks around it in its function */
};

struct hc_di_function {
	guint64 low, high; /* unbiased; one of its ranges */
	Dwarf_Die die;
};

struct hc_di_statement {
	guint64 entry; /* of its function */
	struct hc_statement statement;
};

struct hc_di_symbol {
	guint64 address, size;
	const char *name;
	guint rank; /* of several at one address, the lowest wins */
};

/* Where the canonical frame address is, in some code. */
struct hc_di_rule {
	guint64 low, high;
	gboolean known;
	guint reg;
	gint64 offset;
};

struct hc_debuginfo {
	struct hc_debuginfo_source source;
	char *debug_path; /* in libdwfl's syntax */
	char *exe; /* the program's path */
	Dwfl_Callbacks callbacks;
	Dwfl *dwfl;
	GPtrArray
		*modules; /* struct hc_di_module *: the program, then by path */
	GHashTable *units; /* Dwarf_CU * → struct hc_di_unit * */
	GStringChunk *strings;
	gboolean all_scanned;
	struct hc_names *names;
	struct hc_types *types;
	struct hc_sizes *sizes; /* NULL: not asked for yet */
	struct hc_vtables *vtables; /* the same */
	GHashTable *frames; /* pc → struct rules *, of the unwinder */
	struct hc_di_rule last_rule; /* that was asked for */
	guint n_optimised_out;
};

/* Whether the user wants it to end: loops may then end early. */
static inline gboolean hc_di_is_stopped(const struct hc_debuginfo *info)
{
	return info->source.stop && *info->source.stop;
}

/* ---- modules.c, separate.c */

gboolean hc_di_modules_load(struct hc_debuginfo *info, GError **error);
void hc_di_module_free(struct hc_di_module *module);
struct hc_di_module *hc_di_module_at(
	struct hc_debuginfo *info, guint64 address);
/* Its debug information, read when first asked for; NULL: none. */
Dwarf *hc_di_module_dwarf(
	struct hc_debuginfo *info, struct hc_di_module *module);
int hc_di_find_separate(Dwfl_Module *mod, void **userdata, const char *name,
	Dwarf_Addr base, const char *file, const char *link, GElf_Word crc,
	char **found);

/* ---- die.c */

gboolean hc_di_die_ref(Dwarf_Die *die, guint name, Dwarf_Die *result);
gboolean hc_di_die_type(Dwarf_Die *die, Dwarf_Die *result);
gboolean hc_di_die_flag(Dwarf_Die *die, guint name);
gboolean hc_di_die_number(Dwarf_Die *die, guint name, guint64 *number);
/* As GDB reads it: only the signed forms are signed. */
gboolean hc_di_attr_number(Dwarf_Attribute *attr, guint64 *number);
/* Goes to the next sibling; FALSE at the end. */
gboolean hc_di_die_next(Dwarf_Die *die);

/* ---- units.c */

void hc_di_units_load(struct hc_debuginfo *info, struct hc_di_module *module);
void hc_di_unit_free(struct hc_di_unit *unit);
/* The unit of a DIE, scanned; NULL if it has none. */
struct hc_di_unit *hc_di_unit_of(struct hc_debuginfo *info, Dwarf_Die *die);
/* The function that has this code, or NULL. */
const struct hc_di_function *hc_di_function_at(
	struct hc_debuginfo *info, guint64 pc, struct hc_di_unit **unit);

const struct hc_di_function *hc_di_function_in_unit(
	struct hc_debuginfo *info, struct hc_di_unit *unit, guint64 pc);

/* ---- functions.c */

/* Its first instruction; unbiased. */
guint64 hc_di_function_entry(const struct hc_di_function *function);

/* ---- scan.c */

void hc_di_scan_unit(struct hc_debuginfo *info, struct hc_di_unit *unit);
void hc_di_scan_all(struct hc_debuginfo *info);

/* ---- names.c: types by their names, and qualified names */

enum hc_di_name_space {
	HC_NAMED_STRUCT,
	HC_NAMED_UNION,
	HC_NAMED_ENUM,
	HC_NAMED_OTHER, /* typedefs and base types */
	HC_N_NAME_SPACES,
};

struct hc_names *hc_di_names_new(void);
void hc_di_names_free(struct hc_names *names);
enum hc_di_name_space hc_di_name_space(int tag);
/* The definition of a name, preferably in this module; NULL: in any. */
gboolean hc_di_names_lookup(struct hc_debuginfo *info,
	enum hc_di_name_space space, const char *name,
	struct hc_di_module *module, Dwarf_Die *die);
/* A struct without a tag is called by its first typedef. */
void hc_di_names_typedef(struct hc_debuginfo *info, const Dwarf_Die *anonymous,
	const Dwarf_Die *by);
const char *hc_di_names_of_anonymous(
	struct hc_debuginfo *info, const Dwarf_Die *die);
/* "ns::f", through specification and abstract origin; NULL: no name. */
const char *hc_di_qualified_name(struct hc_debuginfo *info, Dwarf_Die *die);
/* The namespace or class in which a function is declared; FALSE: in none. */
gboolean hc_di_scope_of(
	struct hc_debuginfo *info, Dwarf_Die *die, Dwarf_Die *scope);
/* Calls the function for each struct that has a (qualified) name. */
typedef void (*hc_di_named_func)(Dwarf_Die *die, gpointer data);
void hc_di_names_each(struct hc_debuginfo *info, const char *name,
	hc_di_named_func func, gpointer data);

/* ---- types: peel.c, node*.c, merge.c, types.c, vla.c */

struct hc_types *hc_di_types_new(void);
void hc_di_types_free(struct hc_types *types);
/* The type that a DIE is; NULL means void. Never NULL. */
const struct mg_type *hc_di_type_of(struct hc_debuginfo *info, Dwarf_Die *die);

/* ---- by-size.c */

void hc_di_sizes_free(struct hc_sizes *sizes);

/* ---- vtables.c */

void hc_di_vtables_free(struct hc_vtables *vtables);

/* ---- expressions and places: expr*.c, place.c */

/* What an expression may ask for. */
struct hc_di_context {
	struct hc_debuginfo *info;
	struct hc_di_unit *unit;
	const struct hc_registers *registers; /* NULL: there is no frame */
	guint64 cfa; /* 0: unknown */
	Dwarf_Die *function; /* has the frame base; NULL: none */
	guint64 pc; /* unbiased, for location lists */
	guint64 fs_base; /* 0: unknown */
	guint level; /* of the frame */
	gboolean exact_pc; /* of the frame: it is not a return address */
	guint nesting;
};

enum hc_di_place_kind {
	PLACE_NONE,
	PLACE_MEMORY, /* at `number` */
	PLACE_REGISTER, /* `number` */
	PLACE_VALUE, /* `number` itself */
	PLACE_BYTES, /* `bytes` */
};

struct hc_di_place {
	enum hc_di_place_kind kind;
	guint64 number;
	GByteArray *bytes;
	guint64 size; /* of all pieces; 0: it is in one */
	gboolean thread_local;
};

void hc_di_place_clear(struct hc_di_place *place);
typedef struct hc_di_place hc_di_place; /* for g_auto alone */
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(hc_di_place, hc_di_place_clear)
/* Evaluates operations; FALSE, and PLACE_NONE, if that can't be done. attr is
 * where they come from, NULL for those of call frame information. */
gboolean hc_di_evaluate(const struct hc_di_context *context,
	Dwarf_Attribute *attr, const Dwarf_Op *ops, gsize n,
	struct hc_di_place *place);
/* Where a variable's DIE says it is. */
void hc_di_place_of(const struct hc_di_context *context, Dwarf_Die *die,
	struct hc_di_place *place);
/* The bytes at a place; FALSE if they can't be had. */
gboolean hc_di_place_read(const struct hc_di_context *context,
	const struct hc_di_place *place, gsize n, void *bytes);
/* The number that an integer variable or a bound has in this frame. */
gboolean hc_di_number_of(const struct hc_di_context *context,
	Dwarf_Attribute *attr, gint64 *number);
/* A variable's type, with the lengths that its arrays have in this frame. */
const struct mg_type *hc_di_type_in_frame(
	const struct hc_di_context *context, Dwarf_Die *variable);
/* Both, and all else that a DIE says about a variable. */
struct hc_variable *hc_di_variable_make(
	const struct hc_di_context *context, Dwarf_Die *die);
void hc_di_variable_free(gpointer variable);

/* ---- frame.c */

/* Whether it has one place in its frame as long as the frame exists. */
gboolean hc_di_variable_is_fixed(Dwarf_Die *die);

/* ---- entry.c: what a register held when the frame's function was entered */

gboolean hc_di_entry_value(
	const struct hc_di_context *context, guint64 reg, guint64 *value);

/* ---- tls.c */

gboolean hc_di_tls_address(struct hc_debuginfo *info,
	struct hc_di_module *module, guint64 fs_base, guint64 offset,
	guint64 *address);
void hc_di_tls_free(struct hc_tls *tls);

/* ---- lines.c */

const char *hc_di_line_at(struct hc_di_unit *unit, guint64 pc, int *line);
/* Where the first statement of a function begins; unbiased. */
guint64 hc_di_prologue_end(
	struct hc_di_unit *unit, const struct hc_di_function *function);

/* ---- cfi.c */

struct hc_di_step {
	struct hc_registers registers;
	guint64 saved_at[HC_N_REGISTERS];
	gboolean after_signal; /* interrupted: its pc is exact */
};
/* Goes to the caller: *cfa is of this frame, 0 if unknown; *to has the
 * registers of the caller. FALSE at the end of the stack. */
gboolean hc_di_unwind_step(struct hc_debuginfo *info,
	const struct hc_di_step *from, gboolean exact_pc, struct hc_di_step *to,
	guint64 *cfa);
void hc_di_rules_free(gpointer rules);

/* ---- symbols.c */

/* What the symbol of a class's table of virtual functions begins with. */
#define HC_DI_VTABLE "_ZTV"

/* The function at an address, or NULL; good until the next question. */
const struct hc_di_symbol *hc_di_symbol_at(struct hc_debuginfo *info,
	struct hc_di_module *module, guint64 address);

gboolean hc_di_read(
	struct hc_debuginfo *info, guint64 address, void *bytes, gsize n);

#endif
