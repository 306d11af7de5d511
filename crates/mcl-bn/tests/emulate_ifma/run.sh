#!/usr/bin/env bash
# Runs the kernels for AVX-512 IFMA in the emulator Bochs, on machines without the instructions, and
# asks the detection on processors and systems that lack something.
#
# Usage: bash crates/mcl-bn/tests/emulate_ifma/run.sh
# Needs bochs (2.7 knows the instructions; with display_library rfb), isolinux, the modules of syslinux,
# xorriso and binutils: on Debian the packages bochs, isolinux, syslinux-common, vgabios, xorriso. Takes some minutes.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../../../.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A copy, in which scalar code is portable: the ADOX of Bochs 2.7 is wrong where its carry differs from that
# of ADCX.
mkdir -p "$work/crates" "$work/src"
cp -r "$root"/crates/mcl-{fp,tower,ec,bn} "$work/crates"
cp "$root/Cargo.lock" "$work"
sed -i 's/^fn use_adx() -> bool {$/&\n    return false;/' "$work/crates/mcl-fp/src/backend.rs"
sed '/^members = \[/,/^\]/c members = ["crates/mcl-fp", "crates/mcl-tower", "crates/mcl-ec", "crates/mcl-bn", "program"]' \
    "$root/Cargo.toml" | sed '/^exclude/d' >"$work/Cargo.toml"
mkdir -p "$work/program"
cat >"$work/program/Cargo.toml" <<EOF
[package]
name = "emulated"
version = "0.0.0"
edition = "2024"
[lib]
path = "$here/program.rs"
crate-type = ["staticlib"]
[dependencies]
mcl-fp.workspace = true
mcl-bn = { workspace = true, features = ["alloc"] }
EOF
cat >>"$work/Cargo.toml" <<EOF
[profile.emulated]
inherits = "release"
panic = "abort"
debug = false
EOF
RUSTFLAGS="-C relocation-model=static -A unreachable_code" cargo build --quiet --profile emulated --package emulated \
    --manifest-path "$work/Cargo.toml" --target-dir "$work/target"

# emulate NAME CPU-MODEL XCR0
emulate() {
    local run=$work/$1
    mkdir -p "$run/iso"
    as --64 --defsym XCR0="$3" "$here/boot.s" -o "$run/boot.o"
    ld -m elf_x86_64 -T "$here/image.ld" -nostdlib --gc-sections -o "$run/image.elf" \
        "$run/boot.o" "$work/target/emulated/libemulated.a"
    objcopy -O binary "$run/image.elf" "$run/iso/image.bin"
    cp /usr/lib/ISOLINUX/isolinux.bin /usr/lib/syslinux/modules/bios/{ldlinux,mboot,libcom32}.c32 "$run/iso"
    printf 'DEFAULT l\nLABEL l\nKERNEL mboot.c32\nAPPEND /image.bin\n' >"$run/iso/isolinux.cfg"
    xorriso -as mkisofs -quiet -o "$run/boot.iso" -b isolinux.bin -c boot.cat -no-emul-boot \
        -boot-load-size 4 -boot-info-table "$run/iso" 2>/dev/null
    cat >"$run/bochsrc" <<EOF
megs: 256
cpu: model=$2, count=1, ips=50000000, reset_on_triple_fault=0
romimage: file=/usr/share/bochs/BIOS-bochs-latest
vgaromimage: file=/usr/share/bochs/VGABIOS-lgpl-latest
ata0-master: type=cdrom, path=$run/boot.iso, status=inserted
boot: cdrom
log: $run/bochs.log
display_library: rfb, options="timeout=0"
port_e9_hack: enabled=1
clock: sync=none
speaker: enabled=0
plugin_ctrl: unmapped=1, speaker=0, gameport=0, parallel=0
EOF
    # The debugger of some builds waits for this command.
    echo c >"$run/commands"
    timeout 900 bochs -q -f "$run/bochsrc" -rc "$run/commands" >"$run/out" 2>&1 </dev/null || true
    echo "== $1: $2, XCR0 = $3"
    grep -aE '^(backend|fp254bnb|snark1|failed|done)' "$run/out" || { tail -n 20 "$run/out"; exit 1; }
    grep -aq "^backend .*vector engine $4" "$run/out" && grep -aq '^done' "$run/out"
}

emulate ice-lake corei7_icelake_u 0xE7 true
emulate without-zmm-state corei7_icelake_u 0x07 false
emulate without-ifma corei7_skylake_x 0xE7 false
echo "lanes agree with single elements"
