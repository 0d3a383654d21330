/* `output flood` writes 100 MB, `output close` closes stdout first. */
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	static char block[1 << 20];
	memset(block, 'x', sizeof block);
	if (argc > 1 && strcmp(argv[1], "close") == 0) {
		close(1);
		return write(1, block, 1) < 0 ? 4 : 0;
	}
	for (int i = 0; i < 100; i++)
		if (write(1, block, sizeof block) != sizeof block)
			return 1;
	return 0;
}
