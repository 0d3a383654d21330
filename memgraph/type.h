/* Types of a program's values, as debug information describes them.
 *
 * Plain data, made by whoever reads debug information (or by a test), and read
 * by everything that looks at values. Typedefs and qualifiers are gone: a type
 * is what its values are. All types of one program belong to whoever made them
 * and outlive the graphs that use them; two types are the same type if and only
 * if they are the same pointer. */
#ifndef MG_TYPE_H
#define MG_TYPE_H

#include <glib.h>

enum mg_kind {
	MG_VOID, /* also if nothing is known about it: an incomplete struct */
	MG_BOOL,
	MG_CHAR, /* single bytes, and wide and Unicode characters */
	MG_INT,
	MG_ENUM,
	MG_FLOAT, /* float, double, long double, _Float128 */
	MG_COMPLEX,
	MG_POINTER,
	MG_REFERENCE, /* C++: stored as a pointer, written as its target */
	MG_MEMBER_POINTER, /* C++: pointer to member; just bytes to us */
	MG_FUNCTION,
	MG_ARRAY,
	MG_STRUCT, /* also classes */
	MG_UNION,
};

struct mg_type;

struct mg_member {
	const char *name; /* NULL: anonymous struct or union, or a base */
	const struct mg_type *type;
	guint64 offset; /* bytes from the start of the whole */
	guint bit_offset; /* bits from `offset`, least significant first */
	guint bit_size; /* 0: not a bit field */
	gboolean base; /* C++: a base class */
	gboolean virtual_base; /* C++: the same, in a whole object alone */
	gboolean artificial; /* made by the compiler: a pointer to a vtable */
	/* C++: declared as bytes, in which the library makes a value of this
	 * type; GDB needs a cast to it. */
	gboolean stored;
	/* C++: this many members later, a tag tells what this union of the
	 * library's holds, see mg_vertex_held(); 0: none does. */
	guint tag;
};

struct mg_enumerator {
	const char *name;
	gint64 value;
};

struct mg_type {
	enum mg_kind kind;
	/* As C writes it: "int", "struct node", "node_t" where only a typedef
	 * names it. NULL: it has no name (it is anonymous, or derived, like a
	 * pointer; mg_type_name makes one for these). */
	const char *name;
	guint64 size; /* bytes; 0: void, function, or unknown */
	guint64 alignment; /* bytes; at least 1 */
	gboolean is_signed; /* char, int, enum */
	const struct mg_type *target; /* of pointer, reference, array;
					 a function's result */
	guint64 count; /* elements of an array … */
	gboolean open; /* … unless it has no length of its own: int a[] */
	const struct mg_member *members; /* struct, union: by offset */
	guint n_members;
	const struct mg_enumerator *enumerators;
	guint n_enumerators;
	/* C++: there are others of its name, and GDB can't be told which is
	 * meant in a cast. */
	gboolean namesakes;
	/* C++: a base without its virtual bases, which are in the whole object.
	 * The class itself has the same name. */
	gboolean partial;
	guint id; /* from 0, for all types of the program, without gaps */
};

/* The type as it is written in a cast: "struct node *", "int [3]", "int
 * (*)(void)". Without a name of its own: "struct {...}". The caller frees
 * it. */
char *mg_type_name(const struct mg_type *type);

/* The name of an enum's value, NULL if it has none. */
const char *mg_type_enumerator(const struct mg_type *type, gint64 value);

#endif
