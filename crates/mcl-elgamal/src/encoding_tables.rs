//! The byte forms of tables: a header, the entries, a SHA-256 checksum of all before it.

use alloc::vec::Vec;

use group::GroupEncoding;
use sha2::{Digest, Sha256};

use crate::dlog::DlpTable;
use crate::encoding::Reader;
use crate::error::{DecodeError, TableError};
use crate::group::ElGamalGroup;
use crate::window::WindowTable;

const WINDOW_MAGIC: &[u8; 8] = b"mclwin01";
const DLP_MAGIC: &[u8; 8] = b"mcldlp01";
const CHECKSUM_BYTES: usize = 32;

impl From<DecodeError> for TableError {
    fn from(error: DecodeError) -> Self {
        match error {
            DecodeError::Length => Self::Length,
            _ => Self::Entry,
        }
    }
}

fn write_header<G: ElGamalGroup>(magic: &[u8; 8], out: &mut Vec<u8>) {
    out.extend_from_slice(magic);
    for name in G::NAME {
        out.push(name.len() as u8);
        out.extend_from_slice(name.as_bytes());
    }
}

/// What follows the header, if the checksum is right and the header is this one.
fn read_header<'a, G: ElGamalGroup>(
    magic: &[u8; 8],
    bytes: &'a [u8],
) -> Result<Reader<'a>, TableError> {
    let length = bytes.len().checked_sub(CHECKSUM_BYTES).ok_or(TableError::Length)?;
    let (content, checksum) = bytes.split_at(length);
    if Sha256::digest(content).as_slice() != checksum {
        return Err(TableError::Checksum);
    }
    let mut expected = Vec::new();
    write_header::<G>(magic, &mut expected);
    let rest = content.strip_prefix(&expected[..]).ok_or(TableError::Header)?;
    Ok(Reader { bytes: rest })
}

/// Bits, width, all entries compressed.
impl<G: ElGamalGroup> WindowTable<G> {
    /// The table as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_header::<G>(WINDOW_MAGIC, &mut out);
        out.extend_from_slice(&self.bits.to_le_bytes());
        out.extend_from_slice(&self.width.to_le_bytes());
        for entry in &self.table {
            out.extend_from_slice(entry.to_bytes().as_ref());
        }
        let checksum = Sha256::digest(&out);
        out.extend_from_slice(&checksum);
        out
    }

    /// Reads [`Self::to_bytes`] and verifies that every entry is the multiple that it should be: a table
    /// that is accepted is right, wherever it comes from.
    ///
    /// # Errors
    /// [`TableError`], with what was wrong.
    ///
    /// # Timing
    /// Variable time: for public elements. Decoding compressed entries takes most of it: in most groups a
    /// new table is made faster.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let mut reader = read_header::<G>(WINDOW_MAGIC, bytes)?;
        let (bits, width) = (reader.integer()?, reader.integer()?);
        let rows = Self::rows_for(bits, width)?;
        let row_length = 1 << (width - 1);
        let entry_length = <G as GroupEncoding>::Repr::default().as_ref().len();
        if reader.bytes.len() != rows * row_length * entry_length {
            return Err(TableError::Length);
        }
        let mut table = Vec::with_capacity(rows * row_length);
        let mut base: Option<G> = None;
        for _ in 0..rows {
            let first = reader.point::<G>()?;
            let mut multiple = G::from(first);
            if base.is_some_and(|base| base != multiple) {
                return Err(TableError::Entry);
            }
            table.push(first);
            for _ in 1..row_length {
                let entry = reader.point::<G>()?;
                multiple = multiple + &first;
                if G::from(entry) != multiple {
                    return Err(TableError::Entry);
                }
                table.push(entry);
            }
            base = Some(multiple.double());
        }
        Ok(Self { table, bits, width })
    }
}

/// The base compressed, the ends of the range, the number of baby steps, the tags, the indices. All integers
/// are little endian.
impl<G: ElGamalGroup> DlpTable<G> {
    /// The table as bytes.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let Ok(()) = self.write(|bytes| -> Result<(), core::convert::Infallible> {
            out.extend_from_slice(bytes);
            Ok(())
        });
        out
    }

    /// Gives the bytes in pieces to `write`.
    fn write<E>(&self, mut write: impl FnMut(&[u8]) -> Result<(), E>) -> Result<(), E> {
        let mut hash = Sha256::new();
        let mut write_hashed = |bytes: &[u8]| {
            hash.update(bytes);
            write(bytes)
        };
        let mut header = Vec::new();
        write_header::<G>(DLP_MAGIC, &mut header);
        header.extend_from_slice(self.base.to_affine_vartime().to_bytes().as_ref());
        header.extend_from_slice(&self.range.start().to_le_bytes());
        header.extend_from_slice(&self.range.end().to_le_bytes());
        header.extend_from_slice(&self.baby_steps.to_le_bytes());
        write_hashed(&header)?;
        let mut buffer = Vec::with_capacity(PIECE * 4);
        for tags in self.tags.chunks(PIECE) {
            buffer.clear();
            buffer.extend(tags.iter().flat_map(|tag| tag.to_le_bytes()));
            write_hashed(&buffer)?;
        }
        for indices in self.indices.chunks(PIECE) {
            buffer.clear();
            buffer.extend(indices.iter().flat_map(|index| index.to_le_bytes()));
            write_hashed(&buffer)?;
        }
        write(&hash.finalize())
    }

    /// Reads [`Self::to_bytes`].
    ///
    /// The checksum finds damage; some of the entries are verified, so that a table of another base is
    /// refused. Whatever the entries say, logarithms from the table are right, or not found. How long
    /// they take is decided by the range and the baby steps: look at [`Self::range`] and
    /// [`Self::baby_steps`] of a table from elsewhere.
    ///
    /// # Errors
    /// [`TableError`], with what was wrong.
    ///
    /// # Timing
    /// Variable time: for public data.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, TableError> {
        let mut reader = read_header::<G>(DLP_MAGIC, bytes)?;
        let base = reader.point::<G>()?;
        let mut integer = || -> Result<i64, TableError> {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(reader.take(8)?);
            Ok(i64::from_le_bytes(bytes))
        };
        let range = integer()?..=integer()?;
        let baby_steps = reader.integer()?;
        // Before memory is allocated.
        if reader.bytes.len() as u64 != crate::dlog::slots(baby_steps) * 6 {
            return Err(TableError::Length);
        }
        let mut table = Self::empty(&base.into(), range, baby_steps)?;
        let tags = reader.take(2 * table.tags.len())?;
        for (tag, bytes) in table.tags.iter_mut().zip(tags.chunks_exact(2)) {
            *tag = u16::from_le_bytes([bytes[0], bytes[1]]);
        }
        let indices = reader.take(4 * table.indices.len())?;
        for (index, bytes) in table.indices.iter_mut().zip(indices.chunks_exact(4)) {
            *index = u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]);
        }
        table.check_entries()?;
        Ok(table)
    }
}

/// Tags or indices that are written at once.
const PIECE: usize = 1 << 14;

#[cfg(feature = "std")]
mod files {
    extern crate std;

    use std::io::{self, Read, Write};

    use super::{DlpTable, ElGamalGroup, Vec};

    impl<G: ElGamalGroup> DlpTable<G> {
        /// Writes [`Self::to_bytes`] without a copy of the table.
        ///
        /// # Errors
        /// Those of the writer.
        pub fn save(&self, mut writer: impl Write) -> io::Result<()> {
            self.write(|bytes| writer.write_all(bytes))?;
            writer.flush()
        }

        /// Reads what [`Self::save`] wrote, up to the end.
        ///
        /// # Errors
        /// Those of the reader; [`io::ErrorKind::InvalidData`] with a [`crate::TableError`] inside.
        pub fn load(mut reader: impl Read) -> io::Result<Self> {
            let mut bytes = Vec::new();
            reader.read_to_end(&mut bytes)?;
            Self::from_bytes(&bytes)
                .map_err(|error| io::Error::new(io::ErrorKind::InvalidData, error))
        }
    }
}
