/* Statements of all kinds, and a sum over all that they do: it is another one
 * if a register, a flag or a byte of the stack is not what it was. Argument:
 * how often hot() goes round. */
#include <alloca.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ALONE __attribute__((noinline, noclone, noipa))

static unsigned long sum;

static void add(unsigned long n)
{
	sum = sum * 31 + n;
}

/* A leaf: its variables lie below the stack pointer. */
ALONE long leaf(long a, long b)
{
	volatile long x[8];
	x[0] = a;
	x[1] = b;
	x[2] = x[0] + x[1];
	x[3] = x[2] * 3;
	x[7] = x[3] - x[0];
	x[6] = x[7] ^ x[1];
	return x[6] + x[2];
}

/* Each frame comes once to each of these lines. */
ALONE int walk(int n)
{
	char *room;
	int deeper = 0;
	sum += 3; /* MARK: before */
	if (n > 0)
		deeper = walk(n - 1);
	room = alloca(64 + n * 100);
	memset(room, n, 64);
	sum += room[7]; /* MARK: after */
	if (n % 3 == 1)
		deeper += walk(n / 4);
	room[1] = 2; /* MARK: late */
	return deeper + room[1];
}

/* Statements that are a jump, or nothing. */
ALONE int turns(const unsigned char *text)
{
	int n = 0;
	for (;; text++) {
		switch (*text) {
		case 0:
			goto out;
		case 'a':
			break;
		case 'b':
			n++;
			continue;
		case 'c':
			n += 2;
			break;
		case 'd':
			if (n > 3)
				break;
			n--;
		case 'e':
			n += 5;
			continue;
		case 'f':
			n *= 3;
			break;
		default:;
		}
		n ^= 1;
	}
out:
	return n;
}

/* Jumps to the values of labels. */
ALONE int threaded(const unsigned char *code)
{
	static void *const places[] = {&&stop, &&more, &&less, &&twice};
	int n = 1;
	goto *places[*code++];
more:
	n++;
	goto *places[*code++];
less:
	n--;
	goto *places[*code++];
twice:
	n += n;
	goto *places[*code++];
stop:
	return n;
}

/* Carries from one statement to the next, at -O2. */
ALONE unsigned long wide(unsigned long a, unsigned long b, unsigned long c)
{
	unsigned long low = a + b;
	unsigned long carry = low < a;
	unsigned long high = c + carry;
	carry = high < c;
	return low ^ (high << 1) ^ (carry << 7);
}

/* At -O2, statements begin with what the flags decide. */
ALONE int flags(int a, int b)
{
	int below, over;
	__asm__ volatile("cmp %2, %1" : "=@ccb"(below) : "r"(a), "r"(b));
	if (below)
		add(3);
	__asm__ volatile("cmp %2, %1" : "=@cco"(over) : "r"(a), "r"(b));
	if (over)
		add(50);
	return a;
}

ALONE double real(double x, float y)
{
	double z = x * y;
	z += 1.5;
	if (z > x)
		z -= y;
	return z;
}

static jmp_buf back;
static int (*volatile through)(int);

ALONE int leave(int n)
{
	if (n == 0)
		longjmp(back, 3);
	return through(n - 1) + 1;
}

ALONE int leaves(void)
{
	volatile int n = 0;
	int how = setjmp(back);
	n++;
	if (how == 0)
		n += leave(4);
	return n * 10 + how;
}

static volatile sig_atomic_t caught;

ALONE void handler(int number)
{
	caught += 1;
	caught ^= number;
}

ALONE void interrupted(void)
{
	signal(SIGUSR1, handler);
	for (int i = 0; i < 3; i++) {
		raise(SIGUSR1);
		add((unsigned long) caught);
	}
}

ALONE int hot(int n)
{
	int odd = 0;
	for (int i = 0; i < n; i++) {
		if (i & 1)
			odd++;
		else
			odd += 3; /* MARK: hot */
	}
	return odd;
}

/* At -O2, the first statement begins the loop and the function; the next lies
 * in the bytes of the jump to there. */
ALONE int rounds(volatile char *at)
{
	do {
		at[0] = 1;
		at[1] = 2; /* MARK: round */
		at[2]++;
	} while (at[2] < 9);
	at[3] = 4; /* MARK: behind */
	return at[1] + at[2];
}

/* Doesn't come to its closing brace. */
ALONE void end(int status)
{
	fflush(stdout);
	exit(status); /* MARK: exit */
}

int main(int argc, char **argv)
{
	static const unsigned char program[] = {1, 1, 3, 2, 3, 1, 0};
	volatile char bytes[4] = {0};
	for (long i = 0; i < 5; i++)
		add((unsigned long) leaf(i, 7 - i));
	add((unsigned long) walk(9));
	add((unsigned long) turns((const unsigned char *) "abcdefgabedcfx"));
	add((unsigned long) threaded(program));
	add(wide(-5ul, 9, -1ul));
	add((unsigned long) (real(3.25, 2.5f) * 1000));
	add((unsigned long) rounds(bytes));
	for (int i = 0; i < 4; i++)
		add((unsigned long) flags((int) 0x80000000 + i, 1 << i));
	add((unsigned long) flags(1, 2));
	through = leave;
	add((unsigned long) leaves());
	interrupted();
	add((unsigned long) hot(argc > 1 ? atoi(argv[1]) : 10));
	printf("%lx\n", sum);
	write(1, "written\n", 8);
	end((int) (sum % 50));
}
