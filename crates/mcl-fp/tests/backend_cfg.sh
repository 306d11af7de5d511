#!/usr/bin/env bash
# Builds the kernels in the configurations that have broken such code elsewhere, and runs
# selection.rs in each: which backend is in use, and whether it gives the portable words.
#
# Usage: bash crates/mcl-fp/tests/backend_cfg.sh
# Needs a stable toolchain only. Configurations that this CPU cannot run are built, not run.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../../.."
target_dir=${CARGO_TARGET_DIR:-target}/backend-cfg
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS

cpu=$(rustc --print cfg -C target-cpu=native)
has() {
    grep -qx "target_feature=\"$1\"" <<<"$cpu"
}
arch=$(rustc --print cfg | sed -n 's/^target_arch="\(.*\)"$/\1/p')
best=portable
if [ "$arch" = x86_64 ] && has adx && has bmi2; then
    best=adx
    if has avx512f && has avx512ifma; then best=ifma; fi
fi

# check NAME EXPECTED-BACKEND CARGO-ARGUMENTS: "-" for a build that cannot run here.
check() {
    local name=$1 expected=$2
    shift 2
    local arguments=(test --quiet --locked --package mcl-fp --no-default-features --test selection
        --target-dir "$target_dir")
    # What is tested is compiled with mcl-fp; the dependencies need no optimisation of their own.
    for profile in test release; do
        arguments+=(--config "profile.$profile.package.\"*\".opt-level=0")
        arguments+=(--config "profile.$profile.debug=false" --config "profile.$profile.incremental=false")
    done
    if [ "$expected" = - ]; then
        echo "$name: builds only, this CPU cannot run it"
        cargo "${arguments[@]}" --no-run "$@"
        return
    fi
    echo "$name: $expected"
    MCL_EXPECTED_BACKEND=$expected cargo "${arguments[@]}" "$@" >"$log" 2>&1 || {
        cat "$log"
        echo "error: $name failed"
        exit 1
    }
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# Every optimisation level, with overflow checks and debug assertions as in other tests.
for level in 0 1 2 3 '"s"'; do
    check "opt-level $level" "$best" --config "profile.test.opt-level=$level"
done

# As dependents build it: no debug assertions, whole-program optimisation.
check "release" "$best" --release

if [ "$arch" = x86_64 ]; then
    export RUSTFLAGS="-C force-frame-pointers=yes"
    for level in 0 3; do
        check "frame pointers, opt-level $level" "$best" --config "profile.test.opt-level=$level"
    done
    if [ "$best" = portable ]; then compiled_in=-; else compiled_in=$best; fi
    export RUSTFLAGS="-C target-feature=+adx,+bmi2"
    check "target-feature=+adx,+bmi2" "$compiled_in"
fi

export RUSTFLAGS="-C target-cpu=native"
check "target-cpu=native" "$best"

export RUSTFLAGS='--cfg mcl_backend="portable"'
check "mcl_backend=portable" portable

# Words of 32 bits, which 32-bit targets have.
export RUSTFLAGS='--cfg mcl_backend="portable" --cfg cpubits="32"'
check "mcl_backend=portable, 32-bit words" portable

echo "kernels agree in every configuration"
