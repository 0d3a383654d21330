#include "code.h"

/* Why the copy is made by two forks: the child of a child that is gone becomes
 * ours, whereas a child of the program would stay with it as a zombie. The one
 * in between shares the program's memory, to leave the number of the copy
 * there, and its stack, which neither touches meanwhile. CLONE_UNTRACED keeps
 * GDB out of it; the exit signals are 0, so that the program gets none.
 *
 * The sleep of ten seconds: should we die before we attached, nobody else
 * would ever end the copy. */
__asm__(".pushsection .rodata\n"
	".intel_syntax noprefix\n"
	".hidden hc_code_copy, hc_code_copy_end\n"
	".globl hc_code_copy, hc_code_copy_end\n"
	"hc_code_copy:\n"
	"	sub rsp, 16\n"
	"	mov qword ptr [rsp], 0\n" /* the copy's process id */
	"	mov ebx, 2\n"
	"1:	sub rsp, 32\n"
	"	mov edi, ebx\n"
	"	mov rsi, rsp\n"
	"	mov eax, 36\n" /* getitimer */
	"	syscall\n"
	"	dec ebx\n"
	"	jns 1b\n"
	"	mov edi, 0x00800100\n" /* CLONE_UNTRACED | CLONE_VM */
	"	xor esi, esi\n"
	"	xor edx, edx\n"
	"	xor r10d, r10d\n"
	"	xor r8d, r8d\n"
	"	mov eax, 56\n" /* clone */
	"	syscall\n"
	"	test eax, eax\n"
	"	jz 3f\n"
	"	js 2f\n"
	"	mov edi, eax\n"
	"	xor esi, esi\n"
	"	mov edx, 0x40000000\n" /* __WALL */
	"	xor r10d, r10d\n"
	"	mov eax, 61\n" /* wait4 */
	"	syscall\n"
	"	mov eax, [rsp + 96]\n"
	"2:	movsxd rax, eax\n"
	"	add rsp, 112\n"
	"	ret\n"
	"3:	mov edi, 0x00900000\n" /* …UNTRACED | …PARENT_SETTID */
	"	lea rdx, [rsp + 96]\n"
	"	mov eax, 56\n" /* clone */
	"	syscall\n"
	"	test eax, eax\n"
	"	jz 4f\n"
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
	"hc_code_copy_end:\n"
	".att_syntax prefix\n"
	".popsection\n");

__asm__(".pushsection .rodata\n"
	".intel_syntax noprefix\n"
	".hidden hc_code_page, hc_code_page_end\n"
	".hidden hc_code_batch, hc_code_sibling, hc_code_return\n"
	".globl hc_code_page, hc_code_page_end\n"
	".globl hc_code_batch, hc_code_sibling, hc_code_return\n"
	"hc_code_page:\n"
	"hc_code_batch:\n"
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
	"hc_code_sibling:\n"
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
	"hc_code_return:\n"
	"	int3\n"
	"hc_code_page_end:\n"
	".att_syntax prefix\n"
	".popsection\n");
