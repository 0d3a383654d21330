/* What runs in the traced program, called by a stub (stubs.c) at the entry of a
 * function or at a statement: copied there, with the numbers that begin like
 * 0x5ace replaced.
 *
 * The stub has pushed rax and rcx, and calls this with its function's place in
 * the table in rcx. All registers and flags are as they were when it returns:
 * functions that the compiler knows may use any of them.
 *
 * Only the first thread is noted: the word at %fs:0 is its own address, and
 * `control` has the one of the first thread. The page of `control` is empty in
 * a child after fork (MADV_WIPEONFORK), so that it notes nothing.
 *
 * A signal's handler may come in between anywhere. xadd takes a record, and
 * nobody else gets it. */
#include "trace-ring.h"
#include "trace-stubs.h"

#define CONTROL 0x5ace000000000001
#define RING 0x5ace000000000002
#define RECORDS 0x5ace003
/* Above what is pushed here and by the stub: the return address; and where the
 * system keeps the stack pointer of what a signal interrupted. */
#define BACK 0x40
#define INTERRUPTED BACK + 168
/* Above what hc_note_line pushes: where it returns to. */
#define STUB 0x10
/* jmp over all of the note. */
#define LINE_SKIP (0xeb | (LINE_HEAD + LINE_TAIL - 2) << 8)

	.section .rodata

.macro begin
	lahf
	seto %al
	push %rax
	push %rdx
	movabs $CONTROL, %rdx
	mov %fs:0, %rax
	cmp (%rdx), %rax
.endm

.macro end
	pop %rdx
	pop %rax
	add $0x7f, %al /* the overflow flag */
	sahf
	ret
.endm

	.globl hc_note_entry, hc_note_entry_end
hc_note_entry:
	begin
	jne 9f
	movabs $RING, %rdx
	incq RING_TABLE(%rdx, %rcx)
	mov RING_TABLE(%rdx, %rcx), %rax
	cmp RING_TABLE + 8(%rdx, %rcx), %rax
	ja 9f
	push %rbx
	push %rsi
	push %rdi

	/* Who has returned? Those below the stack pointer, and those whose
	 * return address was overwritten. rbx: the end of the shadow stack. */
	lea BACK(%rsp), %rsi
	mov (%rsi), %rax
	cmp RING_RESTORER(%rdx), %rax
	jne 1f
	mov INTERRUPTED(%rsp), %rsi
	dec %rsi
1:	mov RING_TOP(%rdx), %rbx
2:	xor %eax, %eax
	cmp $RING_SHADOW, %rbx
	je 4f
	mov -16(%rdx, %rbx), %rax
	cmp %rsi, %rax
	jbe 3f
	/* Other stacks may be gone: only the first one is looked at. */
	cmp RING_STACK(%rdx), %rax
	jb 4f
	mov (%rax), %rdi
	cmp -8(%rdx, %rbx), %rdi
	je 4f
3:	sub $16, %rbx
	jmp 2b

	/* rax: where the caller's return address is; 0: there is none. */
4:	lea BACK(%rsp), %rsi
	cmp $RING_TABLE, %rbx
	jae 5f
	mov %rsi, (%rdx, %rbx)
	mov (%rsi), %rdi
	mov %rdi, 8(%rdx, %rbx)
	add $16, %rbx
5:	mov %rbx, RING_TOP(%rdx)
	mov %rax, %rdi

6:	mov $RING_RECORD, %eax
	xadd %rax, RING_CURSOR(%rdx)
	cmp RING_END(%rdx), %rax
	jae 7f
	mov RING_OUT(%rdx), %rbx
	lea RECORDS(%rdx, %rax), %rdx
	mov %rcx, (%rdx)
	mov (%rsi), %rax
	mov %rax, 8(%rdx)
	mov %rsi, 16(%rdx)
	mov %rdi, 24(%rdx)
	mov %rbx, 32(%rdx)
	jmp 8f
7:	int3 /* it is full: our tracer makes room */
	jmp 6b
8:	pop %rdi
	pop %rsi
	pop %rbx
9:	end
hc_note_entry_end:

/* A statement inside a function: the stub has pushed rdx as well, which has
 * the place of the frame's return address, or 0. Nothing more is noted of
 * one that is reached too often: from then on its stub begins with a jump past
 * the call. The two bytes don't cross a cache line (stubs.c), so that other
 * threads run what was there or the jump. */
	.globl hc_note_line, hc_note_line_end
hc_note_line:
	lahf
	seto %al
	push %rax
	push %rsi
	movabs $CONTROL, %rsi
	mov %fs:0, %rax
	cmp (%rsi), %rax
	jne 9f
	movabs $RING, %rsi
	incq RING_TABLE(%rsi, %rcx)
	mov RING_TABLE(%rsi, %rcx), %rax
	cmp RING_TABLE + 8(%rsi, %rcx), %rax
	ja 5f
	push %rdi
6:	mov $RING_RECORD, %eax
	xadd %rax, RING_CURSOR(%rsi)
	cmp RING_END(%rsi), %rax
	jae 7f
	mov RING_OUT(%rsi), %rdi
	lea RECORDS(%rsi, %rax), %rsi
	mov %rcx, (%rsi)
	movq $0, 8(%rsi)
	mov %rdx, 16(%rsi)
	movq $0, 24(%rsi)
	mov %rdi, 32(%rsi)
	jmp 8f
7:	int3 /* it is full: our tracer makes room */
	jmp 6b
8:	pop %rdi
	jmp 9f
5:	mov STUB(%rsp), %rsi /* the stub, behind its call */
	movw $LINE_SKIP, -LINE_HEAD(%rsi)
9:	pop %rsi
	pop %rax
	add $0x7f, %al /* the overflow flag */
	sahf
	ret
hc_note_line_end:

/* write(fd, bytes, n): n is in rdx, which is on the stack by now. */
	.globl hc_note_write, hc_note_write_end
hc_note_write:
	begin
	jne 3f
	movabs $RING, %rax
	mov (%rsp), %rdx
	cmp $1, %edi
	je 1f
	cmp $2, %edi
	jne 3f
	add %edx, RING_ERR(%rax)
	jmp 3f
1:	add %edx, RING_OUT(%rax)
3:	end
hc_note_write_end:

/* writev(fd, pieces, n) */
	.globl hc_note_writev, hc_note_writev_end
hc_note_writev:
	begin
	jne 3f
	mov (%rsp), %rcx
	xor %eax, %eax
1:	sub $1, %ecx
	js 2f
	mov %ecx, %edx
	shl $4, %rdx
	add 8(%rsi, %rdx), %eax
	jmp 1b
2:	movabs $RING, %rdx
	cmp $1, %edi
	je 4f
	cmp $2, %edi
	jne 3f
	add %eax, RING_ERR(%rdx)
	jmp 3f
4:	add %eax, RING_OUT(%rdx)
3:	end
hc_note_writev_end:

	.section .note.GNU-stack, "", @progbits
