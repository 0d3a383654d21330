#include "writes-help.h"

#include "debuginfo.h"
#include "peek.h"
#include "process-maps.h"
#include "snapshot.h"

#include <string.h>

static const char *const no_environment[] = {NULL};

int asked_line(const char *mark)
{
	g_autofree char *text = NULL;
	g_autofree char *comment = g_strdup_printf("/* MARK: %s */", mark);
	g_file_get_contents(DEBUGGEE_SOURCES "writes.c", &text, NULL, NULL);
	const char *end = strstr(text, comment);
	int line = 1;
	for (const char *at = text; end && at < end; at++)
		line += *at == '\n';
	return end ? line : 0;
}

static gboolean read_target(
	guint64 address, void *bytes, gsize n, gpointer data)
{
	return hc_process_peek(hc_target_pid(data), address, bytes, n);
}

static guint64 find_symbol(struct hc_target *target, const char *name)
{
	struct hc_debuginfo_source source = {.pid = hc_target_pid(target),
		.read = read_target,
		.data = target,
		.debug_dir = ""};
	g_autoptr(hc_debuginfo) info = hc_debuginfo_new(&source, NULL);
	return info ? hc_debuginfo_symbol(info, NULL, name, NULL) : 0;
}

static guint64 read_global(struct hc_target *target, const char *name)
{
	guint64 value = 0;
	hc_process_peek(hc_target_pid(target), find_symbol(target, name),
		&value, sizeof value);
	return value;
}

guint64 asked_function(const struct asked *asked, const char *name)
{
	guint64 at = find_symbol(asked->target, name);
	g_autoptr(GPtrArray) regions =
		hc_regions_read(hc_target_pid(asked->target), NULL);
	const struct hc_region *own =
		regions ? hc_regions_at(regions, at) : NULL;
	return own ? at - own->start + own->offset : 0;
}

/* At the end of look(), which knows where it is. */
static gboolean stop(struct asked *asked, const char *program, const char *kind,
	gboolean randomize, GError **error)
{
	struct hc_gdb_options options = {.hold = TRUE, .randomize = randomize};
	g_auto(hc_place) place = {0};
	g_autofree char *where =
		g_strdup_printf("writes.c:%d", asked_line("look"));
	asked->path = g_strconcat(DEBUGGEES, program, NULL);
	asked->argv[0] = asked->path;
	asked->argv[1] = kind;
	asked->launch = (struct hc_launch){
		.path = asked->path,
		.argv = asked->argv,
		.env = no_environment,
		.limits = HC_LIMITS_INIT,
		.timeout = 60,
	};
	asked->target = hc_target_new(&asked->launch, &options, error);
	return asked->target && hc_place_parse(&place, where, error) &&
	       hc_target_run_to(asked->target, &place, error);
}

static gboolean note(struct asked *asked, GError **error)
{
	pid_t pid = hc_target_pid(asked->target);
	guint64 address = read_global(asked->target, "watched");
	guint64 size = read_global(asked->target, "watched_size");
	guint64 entry, frame;
	struct hc_snapshot_options how = {.debug_dir = ""};
	g_autoptr(hc_snapshot) snapshot =
		hc_snapshot_new(asked->target, &how, error);
	if (!snapshot ||
		!hc_writes_bytes_find(pid, address, (guint) size,
			hc_target_launch(asked->target)->fixed, &asked->bytes))
		return FALSE;
	if (hc_snapshot_frame_of(snapshot, address, &entry, &frame))
		hc_writes_bytes_set_frame(&asked->bytes, pid, entry, frame);
	asked->place = *hc_target_way_there(asked->target);
	return TRUE;
}

gboolean asked_new(struct asked *asked, const char *program, const char *kind,
	gboolean randomize, GError **error)
{
	*asked = (struct asked){0};
	return stop(asked, program, kind, randomize, error) &&
	       note(asked, error);
}

void asked_clear(struct asked *asked)
{
	g_clear_pointer(&asked->target, hc_target_free);
	g_free(asked->path);
}
