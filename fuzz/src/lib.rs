//! What the fuzz targets share.

pub mod foreign;
pub mod mcl;
