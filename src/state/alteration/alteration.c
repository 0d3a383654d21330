#include "alteration.h"

#include <fcntl.h>
#include <string.h>

/* A write's bytes lie in `bytes` of the alteration: a difference of a large
 * state has hundreds of thousands of them. */
struct write {
	guint64 address;
	gsize at, n;
	gboolean is_pointer;
};

struct hc_alteration {
	GArray *writes; /* struct write */
	guint8 *bytes; /* a GByteArray ends at 4 GiB */
	gsize used, room;
	GArray *registers; /* struct hc_register */
	GArray *files; /* struct hc_file */
};

static void file_clear(gpointer file)
{
	g_free(((struct hc_file *) file)->path);
}

struct hc_alteration *hc_alteration_new(void)
{
	struct hc_alteration *a = g_new0(struct hc_alteration, 1);
	a->writes = g_array_new(FALSE, FALSE, sizeof(struct write));
	a->registers = g_array_new(FALSE, FALSE, sizeof(struct hc_register));
	a->files = g_array_new(FALSE, FALSE, sizeof(struct hc_file));
	g_array_set_clear_func(a->files, file_clear);
	return a;
}

static void add_bytes(struct hc_alteration *a, const void *bytes, gsize n)
{
	if (n > a->room - a->used) {
		a->room = MAX(2 * a->room, a->used + n);
		a->bytes = g_realloc(a->bytes, a->room);
	}
	if (n)
		memcpy(a->bytes + a->used, bytes, n);
	a->used += n;
}

static void copy_array(GArray *to, const GArray *from)
{
	if (from->len)
		g_array_append_vals(to, from->data, from->len);
}

struct hc_alteration *hc_alteration_copy(const struct hc_alteration *a)
{
	struct hc_alteration *copy = hc_alteration_new();
	copy_array(copy->writes, a->writes);
	add_bytes(copy, a->bytes, a->used);
	copy_array(copy->registers, a->registers);
	copy_array(copy->files, a->files);

	for (guint i = 0; i < copy->files->len; i++) {
		struct hc_file *file =
			&g_array_index(copy->files, struct hc_file, i);
		file->path = g_strdup(file->path);
	}

	return copy;
}

void hc_alteration_free(struct hc_alteration *a)
{
	if (!a)
		return;
	g_array_unref(a->writes);
	g_free(a->bytes);
	g_array_unref(a->registers);
	g_array_unref(a->files);
	g_free(a);
}

static void add_write(struct hc_alteration *a, guint64 address,
	const void *bytes, gsize n, gboolean is_pointer)
{
	struct write write = {address, a->used, n, is_pointer};
	if (n == 0)
		return;
	add_bytes(a, bytes, n);
	g_array_append_val(a->writes, write);
}

void hc_alteration_write(
	struct hc_alteration *a, guint64 address, const void *bytes, gsize n)
{
	add_write(a, address, bytes, n, FALSE);
}

void hc_alteration_point(
	struct hc_alteration *a, guint64 address, guint64 value)
{
	add_write(a, address, &value, sizeof value, TRUE);
}

static gsize length_of(guint number)
{
	if (number < HC_ALTER_XMM)
		return 8;
	if (number < HC_ALTER_ST)
		return 16;
	return number < HC_ALTER_REGISTERS ? 10 : 0;
}

static gboolean set_register(
	struct hc_alteration *a, const struct hc_register *wanted)
{
	if (wanted->n > length_of(wanted->number) || wanted->n == 0)
		return FALSE;

	for (guint i = 0; i < a->registers->len; i++) {
		struct hc_register *old =
			&g_array_index(a->registers, struct hc_register, i);
		if (old->number != wanted->number)
			continue;
		memcpy(old->bytes, wanted->bytes, wanted->n);
		old->n = MAX(old->n, wanted->n);
		old->is_pointer = wanted->is_pointer;
		return TRUE;
	}

	g_array_append_vals(a->registers, wanted, 1);
	return TRUE;
}

gboolean hc_alteration_set_register(struct hc_alteration *a, guint dwarf_number,
	guint64 value, gboolean is_pointer)
{
	struct hc_register wanted = {
		.number = dwarf_number,
		.n = sizeof value,
		.is_pointer = is_pointer,
	};
	memcpy(wanted.bytes, &value, sizeof value);
	return dwarf_number < HC_ALTER_XMM && set_register(a, &wanted);
}

gboolean hc_alteration_set_register_bytes(
	struct hc_alteration *a, guint dwarf_number, const void *bytes, gsize n)
{
	struct hc_register wanted = {.number = dwarf_number, .n = n};
	if (n > sizeof wanted.bytes)
		return FALSE;
	memcpy(wanted.bytes, bytes, n);
	return set_register(a, &wanted);
}

gboolean hc_alteration_set_file(struct hc_alteration *a, int fd,
	const char *path, int flags, guint64 offset)
{
	struct hc_file wanted = {
		.fd = fd,
		.flags = flags & ~(O_CREAT | O_EXCL | O_TRUNC),
		.offset = offset,
	};
	if (fd < 0 || offset > G_MAXINT64)
		return FALSE;

	for (guint i = a->files->len; i-- > 0;)
		if (g_array_index(a->files, struct hc_file, i).fd == fd)
			g_array_remove_index(a->files, i);
	wanted.path = g_strdup(path);
	g_array_append_val(a->files, wanted);

	return TRUE;
}

gboolean hc_alteration_is_empty(const struct hc_alteration *a)
{
	return a->writes->len + a->registers->len + a->files->len == 0;
}

guint hc_alteration_n_writes(const struct hc_alteration *a)
{
	return a->writes->len;
}

struct hc_write hc_alteration_get_write(
	const struct hc_alteration *a, guint index)
{
	const struct write *write =
		&g_array_index(a->writes, struct write, index);
	return (struct hc_write){write->address, write->n, a->bytes + write->at,
		write->is_pointer};
}

const struct hc_register *hc_alteration_registers(
	const struct hc_alteration *a, guint *n)
{
	*n = a->registers->len;
	return (const struct hc_register *) (gconstpointer) a->registers->data;
}

const struct hc_file *hc_alteration_files(
	const struct hc_alteration *a, guint *n)
{
	*n = a->files->len;
	return (const struct hc_file *) (gconstpointer) a->files->data;
}
