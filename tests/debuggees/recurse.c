/* Calls itself until the stack is used up. Run it only with a stack limit. */
static int down(int n)
{
	int next = down(n + 1); /* MARK: down */
	return next + n;
}

int main(void)
{
	return down(0);
}
