#!/usr/bin/env python3
"""Writes reference.json: RFC 9380 on all curves of this crate, by definitions alone.

Standard library only. The map is that of section 6.6.1 with its constants from appendix H.1, points
are added in affine coordinates, and the cofactor is cleared by the multiple that the endomorphism
amounts to: -(18u^3 + 12u^2 + 3u + 1)(2p - r). No code of the library takes part.
"""
import hashlib
import json
import random

CURVES = {  # u, b, real part of xi, twist, curve id
    "fp254bnb": (-(2**62 + 2**55 + 1), 2, 1, "D", "FP254BNB"),
    "snark1": (4965661367192848881, 3, 9, "D", "BN254"),
    "bn_p256": (-0x6882F5C030B0A801, 3, 1, "M", "BNP256"),
    "bn381_1": (-(2**94 + 2**76 + 2**72 + 1), 2, 1, "D", "BN381-1"),
    "bn462": (2**114 + 2**101 - 2**14 - 1, 5, 2, "D", "BN462"),
}


def keccak256(data):
    """The pre-standard padding of Ethereum, after the Keccak reference, section 1."""
    rotations, x, y = {}, 1, 0
    for t in range(24):
        rotations[x, y] = (t + 1) * (t + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    rotations[0, 0] = 0
    mask = 2**64 - 1
    rotate = lambda v, n: (v << n | v >> (64 - n)) & mask if n else v
    constants, register = [], 1
    for _ in range(24):
        constant = 0
        for j in range(7):
            if register & 1:
                constant ^= 1 << ((1 << j) - 1)
            register = (register << 1) ^ (0x171 if register >> 7 else 0)
        constants.append(constant)
    rate = 136
    padded = bytearray(data) + bytearray(rate - len(data) % rate)
    padded[len(data)] ^= 0x01
    padded[-1] ^= 0x80
    lanes = [[0] * 5 for _ in range(5)]
    for start in range(0, len(padded), rate):
        for i in range(rate // 8):
            word = padded[start + 8 * i : start + 8 * i + 8]
            lanes[i % 5][i // 5] ^= int.from_bytes(word, "little")
        for constant in constants:
            c = [lanes[x][0] ^ lanes[x][1] ^ lanes[x][2] ^ lanes[x][3] ^ lanes[x][4] for x in range(5)]
            d = [c[x - 1] ^ rotate(c[(x + 1) % 5], 1) for x in range(5)]
            b = [[0] * 5 for _ in range(5)]
            for x in range(5):
                for y in range(5):
                    b[y][(2 * x + 3 * y) % 5] = rotate(lanes[x][y] ^ d[x], rotations[x, y])
            for x in range(5):
                for y in range(5):
                    lanes[x][y] = b[x][y] ^ (~b[(x + 1) % 5][y] & b[(x + 2) % 5][y] & mask)
            lanes[0][0] ^= constant
    return b"".join(lanes[i % 5][i // 5].to_bytes(8, "little") for i in range(4))


HASHES = {"SHA-256": (lambda m: hashlib.sha256(m).digest(), 64), "KECCAK-256": (keccak256, 136)}


def expand_message_xmd(name, msg, dst, length):
    h, block = HASHES[name]
    if len(dst) > 255:
        dst = h(b"H2C-OVERSIZE-DST-" + dst)
    dst += bytes([len(dst)])
    b0 = h(bytes(block) + msg + length.to_bytes(2, "big") + b"\0" + dst)
    blocks = [h(b0 + b"\1" + dst)]
    while 32 * len(blocks) < length:
        mixed = bytes(x ^ y for x, y in zip(b0, blocks[-1]))
        blocks.append(h(mixed + bytes([len(blocks) + 1]) + dst))
    return b"".join(blocks)[:length]


class Curve:
    """y^2 = x^3 + b over Fp[i]/(i^2 + 1); over Fp all imaginary parts are zero."""

    def __init__(self, name, group):
        u, b, xi, twist, self.id = CURVES[name]
        self.p = 36 * u**4 + 36 * u**3 + 24 * u**2 + 6 * u + 1
        r = 36 * u**4 + 36 * u**3 + 18 * u**2 + 6 * u + 1
        self.degree = 1 if group == "G1" else 2
        self.b = (b, 0)
        self.cofactor = 1
        if group == "G2":
            x = (xi, 1)
            self.b = self.mul(self.b, self.inv0(x) if twist == "D" else x)
            order = r * (2 * self.p - r)
            self.cofactor = -(18 * u**3 + 12 * u**2 + 3 * u + 1) * (2 * self.p - r) % order
        self.z = self.find_z()

    def add(self, a, b):
        return (a[0] + b[0]) % self.p, (a[1] + b[1]) % self.p

    def neg(self, a):
        return -a[0] % self.p, -a[1] % self.p

    def mul(self, a, b):
        return (a[0] * b[0] - a[1] * b[1]) % self.p, (a[0] * b[1] + a[1] * b[0]) % self.p

    def inv0(self, a):
        n = pow(a[0] * a[0] + a[1] * a[1], self.p - 2, self.p)
        return a[0] * n % self.p, -a[1] * n % self.p

    def sgn0(self, a):
        return a[0] % 2 if a[0] else a[1] % 2

    def sqrt(self, a):
        """Some root, or none."""
        p = self.p
        root = lambda x: (lambda s: s if s * s % p == x % p else None)(pow(x, (p + 1) // 4, p))
        candidates = []
        if self.degree == 1 or a[1] == 0:
            candidates.append((root(a[0]), 0))
            if self.degree == 2:
                candidates.append((0, root(-a[0])))
        else:
            n = root(a[0] ** 2 + a[1] ** 2)
            for s in [] if n is None else [n, -n]:
                c = root((a[0] + s) * pow(2, -1, p))
                if c:
                    candidates.append((c, a[1] * pow(2 * c, -1, p) % p))
        for c in candidates:
            if None not in c and self.mul(c, c) == a:
                return c
        return None

    def g(self, x):
        return self.add(self.mul(self.mul(x, x), x), self.b)

    def find_z(self):
        half = (pow(2, -1, self.p), 0)
        counter = 1
        while True:
            for z in ((counter, 0), (-counter % self.p, 0)):
                gz = self.g(z)
                h = self.mul(self.mul((-3, 0), self.mul(z, z)), self.inv0(self.mul((4, 0), gz)))
                if gz != (0, 0) and h != (0, 0) and self.sqrt(h):
                    if self.sqrt(gz) or self.sqrt(self.g(self.neg(self.mul(z, half)))):
                        return z
            counter += 1

    def map_to_curve(self, u):
        z, gz, one, mul, add, neg = self.z, self.g(self.z), (1, 0), self.mul, self.add, self.neg
        three_zz = mul((3, 0), mul(z, z))
        tv1 = mul(mul(u, u), gz)
        tv2 = add(one, tv1)
        tv1 = add(one, neg(tv1))
        tv3 = self.inv0(mul(tv1, tv2))
        tv4 = self.sqrt(neg(mul(gz, three_zz)))
        if self.sgn0(tv4) == 1:
            tv4 = neg(tv4)
        tv5 = mul(mul(mul(u, tv1), tv3), tv4)
        tv6 = mul(mul((-4, 0), gz), self.inv0(three_zz))
        minus_half_z = neg(mul(z, self.inv0((2, 0))))
        t = mul(mul(tv2, tv2), tv3)
        for x in (
            add(minus_half_z, neg(tv5)),
            add(minus_half_z, tv5),
            add(z, mul(tv6, mul(t, t))),
        ):
            y = self.sqrt(self.g(x))
            if y is not None:
                return x, y if self.sgn0(u) == self.sgn0(y) else neg(y)
        raise AssertionError

    def point_add(self, a, b):
        if a is None or b is None:
            return a or b
        mul, add, neg = self.mul, self.add, self.neg
        if a[0] == b[0]:
            if a[1] == neg(b[1]):
                return None
            slope = mul(mul((3, 0), mul(a[0], a[0])), self.inv0(add(a[1], a[1])))
        else:
            slope = mul(add(b[1], neg(a[1])), self.inv0(add(b[0], neg(a[0]))))
        x = add(mul(slope, slope), neg(add(a[0], b[0])))
        return x, add(mul(slope, add(a[0], neg(x))), neg(a[1]))

    def multiply(self, k, point):
        result = None
        for bit in bin(k)[2:]:
            result = self.point_add(result, result)
            if bit == "1":
                result = self.point_add(result, point)
        return result

    def hash_to_field(self, name, msg, dst, count):
        size = (self.p.bit_length() + 128 + 7) // 8
        stream = expand_message_xmd(name, msg, dst, count * self.degree * size)
        integers = [
            int.from_bytes(stream[i : i + size], "big") % self.p for i in range(0, len(stream), size)
        ]
        step = self.degree
        return [(integers[i], integers[i + 1] if step == 2 else 0) for i in range(0, len(integers), step)]

    def text(self, a):
        return [hex(c) for c in a[: self.degree]]


def main():
    source = random.Random(9380)
    maps, hashes = [], []
    for name in CURVES:
        for group in ("G1", "G2"):
            e = Curve(name, group)
            inputs = [(0, 0), (1, 0), (e.p - 1, 0)]
            # The inputs for which 1 - u^2 g(Z) or 1 + u^2 g(Z) vanishes, where there are any.
            for sign in ((1, 0), (e.p - 1, 0)):
                root = e.sqrt(e.mul(sign, e.inv0(e.g(e.z))))
                if root and (e.degree == 2 or root[1] == 0):
                    inputs += [root, e.neg(root)]
            if e.degree == 2:
                inputs += [(0, 1), (0, e.p - 1), (0, source.randrange(e.p))]
            while len(inputs) < 14:
                inputs.append((source.randrange(e.p), source.randrange(e.p) if e.degree == 2 else 0))
            for u in inputs:
                x, y = e.map_to_curve(u)
                maps.append({"curve": name, "group": group, "u": e.text(u), "x": e.text(x), "y": e.text(y)})
            for i, (mode, hash_name) in enumerate(
                [("RO", "SHA-256"), ("NU", "SHA-256"), ("RO", "KECCAK-256"), ("NU", "KECCAK-256"), ("RO", "SHA-256")]
            ):
                msg = bytes(source.randrange(256) for _ in range([0, 3, 32, 136, 200][i]))
                dst = f"test-with-{e.id}{group}_XMD:{hash_name}_SVDW_{mode}_".encode()
                if i == 4:
                    dst = dst * 6
                u = e.hash_to_field(hash_name, msg, dst, 2 if mode == "RO" else 1)
                q = [e.map_to_curve(v) for v in u]
                p = e.multiply(e.cofactor, e.point_add(q[0], q[1]) if mode == "RO" else q[0])
                hashes.append(
                    {
                        "curve": name, "group": group, "mode": mode, "hash": hash_name,
                        "dst": dst.decode(), "msg": msg.hex(), "u": [e.text(v) for v in u],
                        "P": {"x": e.text(p[0]), "y": e.text(p[1])},
                    }
                )
    with open("reference.json", "w") as out:
        line = lambda case: json.dumps(case, separators=(",", ":"))
        body = lambda cases: "[\n" + ",\n".join(map(line, cases)) + "\n]"
        out.write('{"maps":' + body(maps) + ',\n"hashes":' + body(hashes) + "}\n")


main()
