/* What runs in the traced program, called by a stub (stubs.c) at the entry of a
 * function: copied there, with the numbers that begin like 0x5ace replaced.
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
#include "ring.h"

#define CONTROL 0x5ace000000000001
#define RING 0x5ace000000000002
#define WRITTEN 0x5ace000000000003
#define RECORDS 0x5ace004
/* Below what is pushed here and by the stub. */
#define BACK 0x28

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
	jne 3f
	movabs $RING, %rdx
	incq RING_TABLE(%rdx, %rcx)
	mov RING_TABLE(%rdx, %rcx), %rax
	cmp RING_TABLE + 8(%rdx, %rcx), %rax
	ja 3f
1:	mov $RING_RECORD, %eax
	xadd %rax, RING_CURSOR(%rdx)
	cmp RING_END(%rdx), %rax
	jae 2f
	lea RECORDS(%rdx, %rax), %rdx
	mov %rcx, (%rdx)
	mov BACK(%rsp), %rax
	mov %rax, 8(%rdx)
	lea BACK(%rsp), %rax
	mov %rax, 16(%rdx)
	movabs WRITTEN, %rax
	mov %rax, 24(%rdx)
	jmp 3f
2:	int3 /* it is full: our tracer makes room */
	jmp 1b
3:	end
hc_note_entry_end:

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
