//! snarkjs: points in its binary files (`.zkey`, `.ptau`).

/// x and y as the words of their Montgomery forms, little endian: the same bytes as
/// [`halo2curves::Raw`](super::halo2curves::Raw).
pub type Binary = super::halo2curves::Raw;
