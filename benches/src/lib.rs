//! Benchmark harness of the workspace.
//!
//! A *row* is one operation of one library on one curve ([`row::Row`]). All libraries that have a row for the same
//! operation and curve are sampled in turn, again and again, inside one process ([`run`]), and the quotient
//! ours / theirs is formed within each turn. Clock changes and noisy neighbours then hit both sides of a quotient alike,
//! so the median quotient is far steadier than a quotient of two medians taken minutes apart. General-purpose bench
//! frameworks finish one benchmark before they begin the next and print no common table; this is why the harness is
//! our own.
//!
//! The binary `mcl-bench` measures this workspace alone. The package in `benches/peers` links other libraries, adds
//! their rows and calls the same [`cli`]. `cargo xtask bench` builds and starts the right one.
//!
//! Quote only ratios that come from one run: absolute times depend on the machine and its mood.

pub mod cli;
pub mod evm;
pub mod ours;
pub mod report;
pub mod row;
pub mod run;
pub mod seed;
pub mod stats;
pub mod svg;
pub mod timer;
