/* Compresses texts: runs first, then repeats found in a window by chains of
 * hashes; unpacks again and compares. `pack TEXT...` */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define WINDOW 64
#define LEAST 3
#define MOST 18
#define HASHES 32
#define ESCAPE '~'

struct buffer {
	unsigned char *bytes;
	int length;
	int room;
};

struct token {
	int is_match;
	unsigned char literal;
	int distance;
	int length;
	struct token *next;
};

struct tokens {
	struct token *first;
	struct token *last;
	int count;
	int matches;
};

struct index {
	int head[HASHES];
	int *previous;
};

static void init_buffer(struct buffer *buffer)
{
	buffer->bytes = malloc(8);
	buffer->length = 0;
	buffer->room = 8;
}

static void put_byte(struct buffer *buffer, unsigned char byte)
{
	if (buffer->length == buffer->room) {
		buffer->room *= 2;
		buffer->bytes = realloc(buffer->bytes, buffer->room);
	}
	buffer->bytes[buffer->length] = byte;
	buffer->length++;
}

static void free_buffer(struct buffer *buffer)
{
	free(buffer->bytes);
	buffer->bytes = NULL;
	buffer->length = 0;
}

static int run_length(const struct buffer *from, int at)
{
	int length = 1;

	while (at + length < from->length && length < 9 &&
		from->bytes[at + length] == from->bytes[at])
		length++;
	return length;
}

/* Runs of four to nine become three bytes: escape, digit, byte. */
static void pack_runs(const struct buffer *from, struct buffer *to)
{
	int at = 0;

	while (at < from->length) {
		unsigned char byte = from->bytes[at];
		int length = run_length(from, at);

		if (length > 3 || byte == ESCAPE) {
			put_byte(to, ESCAPE);
			put_byte(to, '0' + length);
			put_byte(to, byte);
			at += length;
		} else {
			put_byte(to, byte);
			at++;
		}
	}
}

static int unpack_runs(const struct buffer *from, struct buffer *to)
{
	int at = 0;

	while (at < from->length) {
		int count = 1;

		if (from->bytes[at] == ESCAPE) {
			if (at + 2 >= from->length)
				return 0;
			count = from->bytes[at + 1] - '0';
			at += 2;
		}
		while (count > 0) {
			put_byte(to, from->bytes[at]);
			count--;
		}
		at++;
	}
	return 1;
}

static int hash_at(const struct buffer *from, int at)
{
	const unsigned char *bytes = from->bytes + at;

	return (bytes[0] * 7 + bytes[1] * 3 + bytes[2]) % HASHES;
}

static void init_index(struct index *index, int length)
{
	int i;

	for (i = 0; i < HASHES; i++)
		index->head[i] = -1;
	index->previous = malloc((length + 1) * sizeof(int));
}

static void remember(struct index *index, const struct buffer *from, int at)
{
	int hash;

	if (at + LEAST > from->length)
		return;
	hash = hash_at(from, at);
	index->previous[at] = index->head[hash];
	index->head[hash] = at;
}

static int common_length(const struct buffer *from, int a, int b)
{
	int length = 0;

	while (b + length < from->length && length < MOST &&
		from->bytes[a + length] == from->bytes[b + length])
		length++;
	return length;
}

/* The longest repeat of what is at a place; the nearest of equal ones. */
static int find_match(const struct index *index, const struct buffer *from,
	int at, int *distance)
{
	int best = 0;
	int tried = 0;
	int candidate;

	if (at + LEAST > from->length)
		return 0;
	candidate = index->head[hash_at(from, at)];
	while (candidate >= 0 && at - candidate <= WINDOW && tried < 16) {
		int length = common_length(from, candidate, at);

		if (length > best) {
			best = length;
			*distance = at - candidate;
		}
		candidate = index->previous[candidate];
		tried++;
	}
	return best >= LEAST ? best : 0;
}

static struct token *add_token(struct tokens *tokens)
{
	struct token *token = malloc(sizeof(struct token));

	token->is_match = 0;
	token->literal = 0;
	token->distance = 0;
	token->length = 1;
	token->next = NULL;
	if (tokens->first == NULL)
		tokens->first = token;
	else
		tokens->last->next = token;
	tokens->last = token;
	tokens->count++;
	return token;
}

static void find_tokens(const struct buffer *from, struct tokens *tokens)
{
	struct index index;
	int at = 0;

	init_index(&index, from->length);
	while (at < from->length) {
		int distance = 0;
		int length = find_match(&index, from, at, &distance);
		struct token *token = add_token(tokens);
		int i;

		if (length > 0) {
			token->is_match = 1;
			token->distance = distance;
			token->length = length;
			tokens->matches++;
		} else {
			token->literal = from->bytes[at];
			length = 1;
		}
		for (i = 0; i < length; i++)
			remember(&index, from, at + i);
		at += length;
	}
	free(index.previous);
}

/* Eight tokens share a byte of flags. */
static void write_tokens(const struct tokens *tokens, struct buffer *to)
{
	const struct token *token = tokens->first;

	while (token != NULL) {
		int flags_at = to->length;
		int bit;

		put_byte(to, 0);
		for (bit = 0; bit < 8 && token != NULL; bit++) {
			if (token->is_match) {
				to->bytes[flags_at] |= 1 << bit;
				put_byte(to, token->distance);
				put_byte(to, token->length);
			} else {
				put_byte(to, token->literal);
			}
			token = token->next;
		}
	}
}

static void copy_match(struct buffer *to, int distance, int length)
{
	int i;

	for (i = 0; i < length; i++)
		put_byte(to, to->bytes[to->length - distance]);
}

static int unpack_tokens(const struct buffer *from, struct buffer *to)
{
	int at = 0;

	while (at < from->length) {
		int flags = from->bytes[at];
		int bit;

		at++;
		for (bit = 0; bit < 8 && at < from->length; bit++) {
			if ((flags >> bit) & 1) {
				int distance = from->bytes[at];

				if (distance < 1 || distance > to->length)
					return 0;
				copy_match(to, distance, from->bytes[at + 1]);
				at += 2;
			} else {
				put_byte(to, from->bytes[at]);
				at++;
			}
		}
	}
	return 1;
}

static unsigned checksum(const struct buffer *buffer)
{
	unsigned a = 1;
	unsigned b = 0;
	int i;

	for (i = 0; i < buffer->length; i++) {
		a = (a + buffer->bytes[i]) % 251;
		b = (b + a) % 251;
	}
	return b * 256 + a;
}

static void free_tokens(struct tokens *tokens)
{
	struct token *token = tokens->first;

	while (token != NULL) {
		struct token *next = token->next;

		free(token);
		token = next;
	}
}

static int same(const struct buffer *a, const struct buffer *b)
{
	return a->length == b->length &&
	       memcmp(a->bytes, b->bytes, a->length) == 0;
}

static void pack(const char *text)
{
	struct buffer plain;
	struct buffer runs;
	struct buffer packed;
	struct buffer unpacked;
	struct buffer again;
	struct tokens tokens = {NULL, NULL, 0, 0};
	int is_good;

	init_buffer(&plain);
	init_buffer(&runs);
	init_buffer(&packed);
	init_buffer(&unpacked);
	init_buffer(&again);
	while (*text != '\0') {
		put_byte(&plain, *text);
		text++;
	}
	pack_runs(&plain, &runs);
	find_tokens(&runs, &tokens);
	write_tokens(&tokens, &packed);
	is_good = unpack_tokens(&packed, &unpacked) &&
		  unpack_runs(&unpacked, &again) && same(&plain, &again);
	printf("%d -> %d -> %d, %d tokens, %d matches, sum %04x, %s\n",
		plain.length, runs.length, packed.length, tokens.count,
		tokens.matches, checksum(&packed), is_good ? "good" : "BAD");
	free_tokens(&tokens);
	free_buffer(&plain);
	free_buffer(&runs);
	free_buffer(&packed);
	free_buffer(&unpacked);
	free_buffer(&again);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		pack(argv[i]);
	return 0;
}
