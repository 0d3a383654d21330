/* How a command gets its input: by files that it names, by its standard input,
 * by arguments or variables. And the same command with another input.
 * Internal to input. */
#ifndef HC_INPUT_CHANNEL_H
#define HC_INPUT_CHANNEL_H

#include "command.h"

enum hc_input_kind {
	HC_INPUT_FILE,
	HC_INPUT_STDIN,
	HC_INPUT_ARGUMENT,
	HC_INPUT_VARIABLE,
};

/* One part of the input. */
struct hc_input_channel {
	enum hc_input_kind kind;
	guint word; /* of argv: a file's, an argument's */
	gsize before; /* bytes of that word before a file's name */
	char *name; /* the file, or the variable; NULL: it has none */
	char *said; /* for people: "fail.c", "argument 2" */
	/* What is there; `pass`: NULL if there is no passing command. */
	GBytes *fail, *pass;
};

/* Struct hc_input_channel *, for the caller to unref: all parts of the input.
 * `pass` may be NULL. `names` says which, as --input takes them; NULL: there must
 * be no doubt. */
GPtrArray *hc_input_channels_find(const struct hc_command *fail,
	const struct hc_command *pass, char **names, GError **error);

/* Whether they are files, which a test needs a folder for. */
gboolean hc_input_channels_need_folder(const GPtrArray *channels);

/* The failing command with this input: one GBytes for each channel. Files are
 * written into the folder, which is made; `shown` is what the command calls it.
 * The caller frees it. */
struct hc_args *hc_input_channels_fill(const GPtrArray *channels,
	const struct hc_command *fail, GBytes *const *input, const char *folder,
	GError **error);

/* What a file of the input is called in such a folder. The caller frees it. */
char *hc_input_channel_path(
	const GPtrArray *channels, guint number, const char *folder);

#endif
