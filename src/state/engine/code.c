#include "engine-code.h"

/* Why the copy is made by two forks: the child of a child that is gone becomes
 * ours, whereas a child of the program would stay with it as a zombie. The one
 * in between tells the number of the copy through a pipe. Sharing memory with
 * it would be simpler, but a process that shares memory loses its restartable
 * sequences (rseq), and the copy with it. CLONE_UNTRACED keeps GDB out of it;
 * the exit signals are 0, so that the program gets none.
 *
 * The sleep of ten seconds: should we die before we attached, nobody else
 * would ever end the copy. */
__asm__(".pushsection .rodata\n"
	".intel_syntax noprefix\n"
	".hidden hc_engine_code_copy, hc_engine_code_copy_end\n"
	".globl hc_engine_code_copy, hc_engine_code_copy_end\n"
	/* The stack: timers, the pipe at 96, the copy's number at 104, and
	 * at 112 where the kernel tells of the thread's end. */
	"hc_engine_code_copy:\n"
	"	sub rsp, 32\n"
	"	mov qword ptr [rsp + 8], 0\n"
	"	mov qword ptr [rsp + 16], 0\n"
	"	mov edi, 40\n" /* PR_GET_TID_ADDRESS */
	"	lea rsi, [rsp + 16]\n"
	"	mov eax, 157\n" /* prctl */
	"	syscall\n"
	"	mov ebx, 2\n"
	"1:	sub rsp, 32\n"
	"	mov edi, ebx\n"
	"	mov rsi, rsp\n"
	"	mov eax, 36\n" /* getitimer */
	"	syscall\n"
	"	dec ebx\n"
	"	jns 1b\n"
	"	lea rdi, [rsp + 96]\n"
	"	mov eax, 22\n" /* pipe */
	"	syscall\n"
	"	test eax, eax\n"
	"	js 2f\n"
	"	mov edi, 0x00800000\n" /* CLONE_UNTRACED */
	"	xor esi, esi\n"
	"	xor edx, edx\n"
	"	xor r10d, r10d\n"
	"	xor r8d, r8d\n"
	"	mov eax, 56\n" /* clone */
	"	syscall\n"
	"	test eax, eax\n"
	"	jz 3f\n"
	"	mov ebx, eax\n"
	"	mov edi, [rsp + 100]\n"
	"	mov eax, 3\n" /* close */
	"	syscall\n"
	"	test ebx, ebx\n"
	"	js 5f\n"
	"	mov edi, [rsp + 96]\n"
	"	lea rsi, [rsp + 104]\n"
	"	mov edx, 4\n"
	"	xor eax, eax\n" /* read */
	"	syscall\n"
	"	mov edi, ebx\n"
	"	xor esi, esi\n"
	"	mov edx, 0x40000000\n" /* __WALL */
	"	mov eax, 61\n" /* wait4 */
	"	syscall\n"
	"	mov ebx, [rsp + 104]\n"
	"5:	mov edi, [rsp + 96]\n"
	"	mov eax, 3\n" /* close */
	"	syscall\n"
	"	mov eax, ebx\n"
	"2:	movsxd rax, eax\n"
	"	add rsp, 128\n"
	"	ret\n"
	"3:	mov edi, 0x00800000\n" /* CLONE_UNTRACED */
	"	mov eax, 56\n" /* clone */
	"	syscall\n"
	"	mov [rsp + 104], eax\n"
	"	test eax, eax\n"
	"	jz 4f\n"
	"	mov edi, [rsp + 100]\n"
	"	lea rsi, [rsp + 104]\n"
	"	mov edx, 4\n"
	"	mov eax, 1\n" /* write */
	"	syscall\n"
	"	xor edi, edi\n"
	"	mov eax, 60\n" /* exit */
	"	syscall\n"
	"4:	xor edi, edi\n"
	"	xor esi, esi\n"
	"	mov edx, 10000\n"
	"	mov eax, 7\n" /* poll */
	"	syscall\n"
	"	xor edi, edi\n"
	"	mov eax, 231\n" /* exit_group */
	"	syscall\n"
	"hc_engine_code_copy_end:\n"
	".att_syntax prefix\n"
	".popsection\n");

__asm__(".pushsection .rodata\n"
	".intel_syntax noprefix\n"
	".hidden hc_engine_code_page, hc_engine_code_page_end\n"
	".hidden hc_engine_code_batch, hc_engine_code_sibling, "
	"hc_engine_code_calls\n"
	".globl hc_engine_code_page, hc_engine_code_page_end\n"
	".globl hc_engine_code_batch, hc_engine_code_sibling, "
	"hc_engine_code_calls\n"
	"hc_engine_code_page:\n"
	"hc_engine_code_batch:\n"
	"1:	mov rax, [rbx]\n"
	"	cmp rax, -1\n"
	"	je 2f\n"
	"	mov rdi, [rbx + 8]\n"
	"	mov rsi, [rbx + 16]\n"
	"	mov rdx, [rbx + 24]\n"
	"	mov r10, [rbx + 32]\n"
	"	mov r8, [rbx + 40]\n"
	"	mov r9, [rbx + 48]\n"
	"	syscall\n"
	"	mov [rbx + 56], rax\n"
	"	add rbx, 64\n"
	"	jmp 1b\n"
	"2:	int3\n"
	"hc_engine_code_sibling:\n"
	"	syscall\n"
	"	test rax, rax\n"
	"	jz 3f\n"
	"	int3\n"
	"3:	xor edi, edi\n"
	"	xor esi, esi\n"
	"	mov edx, 10000\n"
	"	mov eax, 7\n" /* poll */
	"	syscall\n"
	"	xor edi, edi\n"
	"	mov eax, 231\n" /* exit_group */
	"	syscall\n"
	"hc_engine_code_calls:\n"
	"4:	test r13, r13\n"
	"	jz 5f\n"
	"	mov rdi, [rbx]\n"
	"	call r12\n"
	"	mov [rbx + 8], rax\n"
	"	add rbx, 16\n"
	"	dec r13\n"
	"	jmp 4b\n"
	"5:	int3\n"
	"hc_engine_code_page_end:\n"
	".att_syntax prefix\n"
	".popsection\n");
