#!/usr/bin/env bash
# Shows that a program built for the baseline of x86-64 has instructions of newer processors in the
# guarded kernels only: every register zmm in a function of the module x86_64_ifma, every mulx, adcx
# and adox from a line of x86_64_adx.rs or x86_64_rows.rs, whose assembly is inlined where the processor
# was asked.
#
# Usage: bash .ci/guarded_instructions.sh [PROGRAM]
# Needs objdump of binutils. Without an argument it builds the benchmark, which uses every kernel.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

if ! command -v objdump >/dev/null; then
    echo "note: no objdump here, the instructions of the release build are not checked"
    exit 0
fi
if [ "$(rustc --print cfg | sed -n 's/^target_arch="\(.*\)"$/\1/p')" != x86_64 ]; then
    echo "note: this is not x86-64, there are no guarded instructions to check"
    exit 0
fi

program=${1:-}
if [ -z "$program" ]; then
    cargo build --locked --release --package mcl-bench --bin mcl-bench
    program=${CARGO_TARGET_DIR:-target}/release/mcl-bench
fi

# With -l, objdump names the source line of each run of instructions, that of the innermost inlined
# function.
objdump --disassemble --line-numbers --no-show-raw-insn "$program" | awk '
    /^[0-9a-f]+ <.*>:$/ { symbol = $2; line = ""; next }
    /^[^ \t].*:[0-9]+( \(discriminator [0-9]+\))?$/ { line = $1; next }
    /%zmm[0-9]/ {
        if (symbol ~ /x86_64_ifma/) vector++
        else { print "unguarded: " symbol " " line ": " $0; wrong++ }
    }
    /\t(mulx|adcx|adox)[lq]? / {
        if (line ~ /backend\/x86_64_(adx|rows)\.rs:/) scalar++
        else { print "unguarded: " symbol " " line ": " $0; wrong++ }
    }
    END {
        printf "%d instructions on zmm registers and %d of mulx, adcx and adox, %d of them unguarded\n", \
            vector, scalar, wrong
        # A program without any would pass for the wrong reason.
        exit wrong > 0 || vector == 0 || scalar == 0
    }'
