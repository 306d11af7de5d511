# From the boot loader to 64-bit code with the registers of AVX-512 enabled.
#
# A multiboot header for a flat image at 1 MiB; the first GiB is mapped to itself.
.section .boot, "ax"
.code32
.set MAGIC, 0x1BADB002
.set FLAGS, 0x00010003
.align 4
header:
    .long MAGIC, FLAGS, -(MAGIC + FLAGS)
    .long header, header, image_end, bss_end, start
.global start
start:
    cli
    movl $(pdpt + 3), pml4
    movl $(pd + 3), pdpt
    mov $pd, %edi
    mov $0x83, %eax             # present, writable, 2 MiB
    mov $512, %ecx
1:  mov %eax, (%edi)
    add $0x200000, %eax
    add $8, %edi
    loop 1b
    mov $pml4, %eax
    mov %eax, %cr3
    mov %cr4, %eax
    or $0x40620, %eax           # PAE, OSFXSR, OSXMMEXCPT, OSXSAVE
    mov %eax, %cr4
    mov $0xC0000080, %ecx       # EFER: LME
    rdmsr
    or $0x100, %eax
    wrmsr
    mov %cr0, %eax
    and $0xFFFFFFFB, %eax       # not EM
    or $0x80000002, %eax        # PG, MP
    mov %eax, %cr0
    lgdt gdtr
    ljmp $8, $long_mode
.code64
long_mode:
    mov $16, %ax
    mov %ax, %ds
    mov %ax, %es
    mov %ax, %ss
    xor %ecx, %ecx
    xor %edx, %edx
    mov $XCR0, %eax             # given by the assembler's command line
    xsetbv
    mov $stack_top, %rsp
    call emulated_main
2:  hlt
    jmp 2b

.align 8
gdt:
    .quad 0, 0x00AF9A000000FFFF, 0x00CF92000000FFFF
gdtr:
    .word 23
    .long gdt

.bss
.align 4096
pml4: .skip 4096
pdpt: .skip 4096
pd:   .skip 4096
    .skip 1 << 20
stack_top:

.section .note.GNU-stack, "", @progbits
