/* Statements: lines of the source for which a breakpoint has one place.
 *
 * GDB 13 looks at all rows for FILE:LINE, in all units, and keeps the lowest
 * address in each block. So does this. A line with several blocks, or in code
 * that was inlined, has several places (or would have, in another program) and
 * is left out. Blocks here are those of the debug information. GDB has the same
 * or fewer, so what is one place here is one place there. */
#include "debuginfo-inside.h"

#include <string.h>

/* A row of the line table that GDB would keep. */
struct row {
	guint64 address; /* unbiased */
	const char *file, *base; /* interned; base: without folders */
	int line;
	gboolean statement;
	gboolean mark; /* behind a prologue, says the compiler */
};

/* A block of a function, in one of its ranges; outer ones come first. */
struct block {
	guint64 low, high;
	void *id;
	gboolean inlined; /* it, or one around it */
};

struct owner {
	guint64 entry; /* unbiased */
	/* Behind the prologue. GDB 13 takes all that is before it for a part of
	 * the prologue, even code that seldom runs and lies elsewhere. */
	guint64 start;
	gboolean marked; /* the compiler said where that is */
	const char *file; /* of its first line */
	int first, last; /* lines */
	GArray *blocks; /* struct block */
};

/* What is known about a line so far. */
struct spot {
	const char *base; /* file name without folders, interned: the key … */
	int line; /* … with this */
	const char *file;
	struct owner *owner; /* NULL: no function */
	void *block;
	guint64 address, high; /* unbiased; the lowest */
	gboolean hidden; /* another line is at this address, too */
	gboolean several; /* places */
};

struct index {
	struct hc_debuginfo *info;
	GHashTable *owners; /* address of a DIE → struct owner * */
	GHashTable *spots; /* struct spot * → itself */
	GPtrArray *order; /* struct spot *, as found */
};

static void owner_free(gpointer data)
{
	struct owner *owner = data;
	g_array_unref(owner->blocks);
	g_free(owner);
}

static guint spot_hash(gconstpointer data)
{
	const struct spot *spot = data;
	return g_direct_hash(spot->base) ^ (guint) spot->line * 2654435761u;
}

static gboolean spot_equal(gconstpointer a, gconstpointer b)
{
	const struct spot *x = a, *y = b;
	return x->base == y->base && x->line == y->line;
}

/* ---- Rows ---------------------------------------------------------- */

struct reader {
	GArray *rows; /* struct row */
	const char *raw, *file, *base; /* a name, and the same interned */
	const char *last_file;
	int last_line;
	guint64 address;
	gboolean statement_here, discriminated;
	int previous; /* line of the row before */
};

/* A row that a change of file leaves at the same address is empty. */
static void end_file(struct reader *r)
{
	while (r->rows->len > 0) {
		const struct row *last =
			&g_array_index(r->rows, struct row, r->rows->len - 1);
		if (last->address != r->address || last->file != r->last_file)
			break;
		g_array_set_size(r->rows, r->rows->len - 1);
	}
}

/* GDB 13, lnp_state_machine::record_line(): which rows it keeps. */
static void take_row(struct reader *r, const struct row *row, guint number)
{
	if (row->address != r->address)
		r->statement_here = FALSE;
	r->discriminated =
		(row->line == r->previous && r->discriminated) || number != 0;
	r->previous = row->line;

	gboolean changed = row->file != r->last_file;
	gboolean ignored = row->line == 0 ||
			   (changed && !row->statement && r->statement_here &&
				   row->address == r->address);
	r->address = row->address;
	r->statement_here = r->statement_here || row->statement;
	if (ignored)
		return;

	if (changed)
		end_file(r);
	if (changed || row->line != r->last_line || !r->discriminated) {
		g_array_append_vals(r->rows, row, 1);
		r->last_line = row->line;
	}
	r->last_file = row->file;
}

static void end_sequence(struct reader *r, guint64 address)
{
	r->address = address;
	end_file(r);
	r->last_file = NULL;
	r->last_line = r->previous = 0;
	r->discriminated = FALSE;
}

static const char *intern(
	struct hc_debuginfo *info, struct reader *r, const char *file)
{
	if (file != r->raw) {
		const char *slash = file ? strrchr(file, '/') : NULL;
		r->raw = file;
		r->base = file ? g_string_chunk_insert_const(info->strings,
					 slash ? slash + 1 : file)
			       : NULL;
		r->file =
			file ? g_string_chunk_insert_const(info->strings, file)
			     : NULL;
	}

	return r->file;
}

static GArray *read_rows(struct hc_debuginfo *info, struct hc_di_unit *unit)
{
	Dwarf_Lines *lines;
	size_t n;
	struct reader reader = {
		.rows = g_array_new(FALSE, FALSE, sizeof(struct row))};
	if (dwarf_tag(&unit->die) == DW_TAG_type_unit ||
		dwarf_getsrclines(&unit->skeleton, &lines, &n) != 0)
		return reader.rows;

	for (gsize i = 0; i < n; i++) {
		Dwarf_Line *line = dwarf_onesrcline(lines, i);
		Dwarf_Addr address;
		bool end = false, statement = false, mark = false;
		unsigned int number = 0;
		struct row row = {0};
		if (!line || dwarf_lineaddr(line, &address) != 0)
			continue;
		if (dwarf_lineendsequence(line, &end) == 0 && end) {
			end_sequence(&reader, address);
			continue;
		}
		dwarf_linebeginstatement(line, &statement);
		dwarf_lineprologueend(line, &mark);
		dwarf_linediscriminator(line, &number);
		dwarf_lineno(line, &row.line);
		row.address = address;
		row.statement = statement;
		row.mark = mark;
		row.file =
			intern(info, &reader, dwarf_linesrc(line, NULL, NULL));
		row.base = reader.base;
		if (row.file)
			take_row(&reader, &row, number);
	}

	return reader.rows;
}

/* ---- Functions and their blocks ------------------------------------ */

static void add_blocks(
	GArray *blocks, Dwarf_Die *die, gboolean inlined, guint depth)
{
	Dwarf_Addr base, low, high;
	ptrdiff_t at = 0;
	Dwarf_Die child;
	while ((at = dwarf_ranges(die, at, &base, &low, &high)) > 0) {
		struct block block = {low, high, die->addr, inlined};
		g_array_append_val(blocks, block);
	}

	if (depth > MAX_NESTING || dwarf_child(die, &child) != 0)
		return;

	do {
		int tag = dwarf_tag(&child);
		if (tag == DW_TAG_lexical_block || tag == DW_TAG_try_block ||
			tag == DW_TAG_catch_block)
			add_blocks(blocks, &child, inlined, depth + 1);
		else if (tag == DW_TAG_inlined_subroutine)
			add_blocks(blocks, &child, TRUE, depth + 1);
	} while (hc_di_die_next(&child));
}

static struct owner *owner_of(struct index *index, struct hc_di_unit *unit,
	const struct hc_di_function *function)
{
	struct owner *owner =
		g_hash_table_lookup(index->owners, function->die.addr);
	if (owner)
		return owner;

	struct reader names = {0};
	Dwarf_Die die = function->die;
	owner = g_new0(struct owner, 1);
	owner->entry = hc_di_function_entry(function);

	const struct hc_di_function *main_part =
		hc_di_function_in_unit(index->info, unit, owner->entry);
	owner->start = owner->entry;
	if (main_part)
		owner->start =
			MAX(owner->entry, hc_di_prologue_end(unit, main_part));

	const char *file = hc_di_line_at(unit, owner->entry, &owner->first);
	owner->file = intern(index->info, &names, file);
	owner->blocks = g_array_new(FALSE, FALSE, sizeof(struct block));
	add_blocks(owner->blocks, &die, FALSE, 0);
	g_hash_table_insert(index->owners, function->die.addr, owner);

	return owner;
}

static const struct block *block_at(const struct owner *owner, guint64 address)
{
	for (guint i = owner->blocks->len; i-- > 0;) {
		const struct block *block =
			&g_array_index(owner->blocks, struct block, i);
		if (address >= block->low && address < block->high)
			return block;
	}
	return NULL;
}

/* ---- Lines --------------------------------------------------------- */

static const struct row *row_at(const GArray *rows, guint i)
{
	return &g_array_index(rows, struct row, i);
}

static gboolean is_same_line(const struct row *a, const struct row *b)
{
	return a->line == b->line && a->file == b->file;
}

/* Of several lines at one address, GDB says that the program is at the last. */
static gboolean is_hidden(const GArray *rows, guint i)
{
	const struct row *row = row_at(rows, i);
	for (guint j = i + 1; j < rows->len; j++) {
		const struct row *other = row_at(rows, j);
		if (other->address != row->address)
			break;
		if (other->statement && !is_same_line(row, other))
			return TRUE;
	}
	return FALSE;
}

static guint64 end_of(const GArray *rows, guint i, guint64 high)
{
	const struct row *row = row_at(rows, i);
	for (guint j = i + 1; j < rows->len; j++) {
		const struct row *other = row_at(rows, j);
		if (other->address >= high)
			break;
		if (other->address > row->address && !is_same_line(row, other))
			return other->address;
	}
	return high;
}

static struct spot *spot_of(struct index *index, const struct row *row)
{
	struct spot key = {
		.base = row->base, .line = row->line, .file = row->file};
	struct spot *spot = g_hash_table_lookup(index->spots, &key);
	if (spot)
		return spot;
	spot = g_memdup2(&key, sizeof key);
	spot->address = G_MAXUINT64;
	g_hash_table_add(index->spots, spot);
	g_ptr_array_add(index->order, spot);
	return spot;
}

static void index_row(struct index *index, struct hc_di_unit *unit,
	const GArray *rows, guint i)
{
	const struct row *row = row_at(rows, i);
	const struct hc_di_function *function =
		hc_di_function_in_unit(index->info, unit, row->address);
	struct owner *owner = function ? owner_of(index, unit, function) : NULL;
	const struct block *block =
		owner ? block_at(owner, row->address) : NULL;

	if (owner && row->mark && !owner->marked) {
		owner->marked = TRUE;
		owner->start = MAX(owner->start, row->address);
	}

	struct spot *spot = spot_of(index, row);
	gboolean first = spot->address == G_MAXUINT64;
	if (!block || block->inlined || spot->file != row->file ||
		(!first && spot->block != block->id))
		spot->several = TRUE;
	if (block && !block->inlined && owner->file == row->file)
		owner->last = MAX(owner->last, row->line);
	if (row->address >= spot->address)
		return;

	spot->address = row->address;
	spot->owner = owner;
	spot->block = block ? block->id : NULL;
	spot->hidden = is_hidden(rows, i);
	spot->high = function ? end_of(rows, i, function->high) : row->address;
}

/* ---- The statements of a module ------------------------------------ */

static gboolean is_statement(const struct spot *spot)
{
	const struct owner *owner = spot->owner;
	return owner && !spot->several && !spot->hidden &&
	       spot->address != owner->entry && spot->address >= owner->start &&
	       (spot->line != owner->first || spot->file != owner->file);
}

static int by_function_and_address(gconstpointer a, gconstpointer b)
{
	const struct hc_di_statement *x = a, *y = b;
	if (x->entry != y->entry)
		return x->entry < y->entry ? -1 : 1;
	guint64 p = x->statement.address, q = y->statement.address;
	return (p > q) - (p < q);
}

static void find_statements(
	struct hc_debuginfo *info, struct hc_di_module *module)
{
	struct index index = {.info = info};
	index.owners = g_hash_table_new_full(NULL, NULL, NULL, owner_free);
	index.spots = g_hash_table_new(spot_hash, spot_equal);
	index.order = g_ptr_array_new_with_free_func(g_free);
	for (guint i = 0; i < module->units->len && !hc_di_is_stopped(info);
		i++) {
		struct hc_di_unit *unit = g_ptr_array_index(module->units, i);
		g_autoptr(GArray) rows = read_rows(info, unit);
		for (guint j = 0; j < rows->len && !hc_di_is_stopped(info); j++)
			if (row_at(rows, j)->statement)
				index_row(&index, unit, rows, j);
	}

	for (guint i = 0; i < index.order->len; i++) {
		const struct spot *spot = g_ptr_array_index(index.order, i);
		if (!is_statement(spot))
			continue;
		struct hc_di_statement one = {spot->owner->entry + module->bias,
			{spot->file, spot->line, spot->address + module->bias,
				spot->high + module->bias,
				spot->line == spot->owner->last &&
					spot->file == spot->owner->file}};
		g_array_append_val(module->statements, one);
	}

	g_array_sort(module->statements, by_function_and_address);
	g_hash_table_unref(index.spots);
	g_hash_table_unref(index.owners);
	g_ptr_array_unref(index.order);
}

GArray *hc_debuginfo_statements(
	struct hc_debuginfo *info, const struct hc_code *code)
{
	GArray *found = g_array_new(FALSE, FALSE, sizeof(struct hc_statement));
	struct hc_di_module *module = hc_di_module_at(info, code->entry);
	if (!module || !hc_di_module_dwarf(info, module))
		return found;

	if (!module->statements) {
		module->statements = g_array_new(
			FALSE, FALSE, sizeof(struct hc_di_statement));
		find_statements(info, module);
	}

	guint low = 0, high = module->statements->len;
	while (low < high) {
		guint middle = low + (high - low) / 2;
		if (g_array_index(
			    module->statements, struct hc_di_statement, middle)
				.entry < code->entry)
			low = middle + 1;
		else
			high = middle;
	}

	for (; low < module->statements->len; low++) {
		const struct hc_di_statement *one = &g_array_index(
			module->statements, struct hc_di_statement, low);
		if (one->entry != code->entry)
			break;
		g_array_append_val(found, one->statement);
	}

	return found;
}
