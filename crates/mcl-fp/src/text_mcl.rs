//! mcl's text and array forms, with an explicit mode.
//!
//! A value is a sequence of parts: a tag for points, then numbers. [`IoValue`] says which; the
//! rules of how parts are written and read stand here, once for fields, towers and points.

use core::fmt;

use crypto_bigint::{Limb, NonZero, Uint};

use crate::{Fp, PrimeParams};

/// The base of numbers in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Radix {
    /// Writes decimal digits; reads hexadecimal ones after `0x`, binary ones after `0b`, otherwise
    /// decimal ones.
    #[default]
    Auto,
    /// Binary.
    Binary,
    /// Decimal.
    Decimal,
    /// Hexadecimal: writes lower case, reads both.
    Hexadecimal,
}

/// How points are written in text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PointForm {
    /// `1 x y`.
    #[default]
    Affine,
    /// `2 x` for an even y, `3 x` for an odd one.
    Compressed,
    /// `4 X Y Z` in Jacobian coordinates, as they are: `x = X/Z^2`, `y = Y/Z^3`.
    Projective,
}

/// How values are written in text: mcl's `ioMode` as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IoMode {
    radix: Radix,
    prefix: bool,
    points: PointForm,
    serialized: bool,
}

impl IoMode {
    /// Decimal digits out, `0x`, `0b` or decimal digits in: 0.
    pub const AUTO: Self = Self::new(Radix::Auto);
    /// Binary digits: 2.
    pub const BINARY: Self = Self::new(Radix::Binary);
    /// Decimal digits: 10.
    pub const DECIMAL: Self = Self::new(Radix::Decimal);
    /// Hexadecimal digits: 16.
    pub const HEXADECIMAL: Self = Self::new(Radix::Hexadecimal);
    /// The serialized bytes, two hexadecimal digits each: 2048.
    pub const SERIALIZED_HEX: Self = Self { serialized: true, ..Self::AUTO };

    const PREFIX_FLAG: u32 = 128;
    const COMPRESSED_FLAG: u32 = 256;
    const PROJECTIVE_FLAG: u32 = 1024;
    const SERIALIZED_HEX_FLAG: u32 = 2048;

    const fn new(radix: Radix) -> Self {
        Self { radix, prefix: false, points: PointForm::Affine, serialized: false }
    }

    /// Writes `0x` or `0b` before hexadecimal or binary digits: 128.
    #[must_use]
    pub const fn with_prefix(self) -> Self {
        Self { prefix: true, ..self }
    }

    /// Writes points in this form.
    #[must_use]
    pub const fn with_points(self, points: PointForm) -> Self {
        Self { points, ..self }
    }

    /// The mode that mcl gives this number, or none for one that is not a mode of text: the byte
    /// modes 32, 64, 512 and 4096 have functions of their own.
    #[must_use]
    pub const fn from_number(number: u32) -> Option<Self> {
        if number == Self::SERIALIZED_HEX_FLAG {
            return Some(Self::SERIALIZED_HEX);
        }
        let flags = Self::PREFIX_FLAG | Self::COMPRESSED_FLAG | Self::PROJECTIVE_FLAG;
        let radix = match number & !flags {
            0 => Radix::Auto,
            2 => Radix::Binary,
            10 => Radix::Decimal,
            16 => Radix::Hexadecimal,
            _ => return None,
        };
        let points = match number & (Self::COMPRESSED_FLAG | Self::PROJECTIVE_FLAG) {
            0 => PointForm::Affine,
            Self::COMPRESSED_FLAG => PointForm::Compressed,
            Self::PROJECTIVE_FLAG => PointForm::Projective,
            _ => return None,
        };
        Some(Self { radix, prefix: number & Self::PREFIX_FLAG != 0, points, serialized: false })
    }

    /// mcl's number of the mode.
    #[must_use]
    pub const fn number(self) -> u32 {
        if self.serialized {
            return Self::SERIALIZED_HEX_FLAG;
        }
        let radix = match self.radix {
            Radix::Auto => 0,
            Radix::Binary => 2,
            Radix::Decimal => 10,
            Radix::Hexadecimal => 16,
        };
        let points = match self.points {
            PointForm::Affine => 0,
            PointForm::Compressed => Self::COMPRESSED_FLAG,
            PointForm::Projective => Self::PROJECTIVE_FLAG,
        };
        radix | points | if self.prefix { Self::PREFIX_FLAG } else { 0 }
    }
}

/// How numbers are written in array forms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ArrayMode {
    /// The canonical bytes, little endian: 32.
    Canonical,
    /// `a R mod p` with `R = 2^(64 n)`, in n words of 64 bits, little endian: 64. The words that mcl
    /// keeps in memory.
    Raw,
}

/// Why a text, or an array form, is not a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TextError {
    /// The text ends before the value does.
    Missing {
        /// Where it ends.
        position: usize,
    },
    /// Not a number of the base.
    InvalidNumber {
        /// Where the number begins.
        position: usize,
    },
    /// More hexadecimal or binary digits than the words of the modulus have.
    TooManyDigits {
        /// Where the number begins.
        position: usize,
    },
    /// A number is not below the modulus.
    NotCanonical {
        /// Where the number begins.
        position: usize,
    },
    /// The tag of a point is not one of `0` to `4`.
    InvalidTag {
        /// Where it stands.
        position: usize,
    },
    /// No point of the curve has these coordinates.
    NotOnCurve,
    /// The value is not in the group that the type stands for.
    NotInSubgroup,
    /// More text than the value.
    TrailingText {
        /// Where the value ends.
        position: usize,
    },
    /// The serialized bytes are refused by their decoder.
    Serialized,
}

impl fmt::Display for TextError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { position } => write!(f, "the value goes on where byte {position} ends"),
            Self::InvalidNumber { position } => {
                write!(f, "what begins at byte {position} is not a number of the base")
            }
            Self::TooManyDigits { position } => {
                write!(f, "the number at byte {position} has more digits than the field's words")
            }
            Self::NotCanonical { position } => {
                write!(f, "the number at byte {position} is not below the field's modulus")
            }
            Self::InvalidTag { position } => {
                write!(f, "the character at byte {position} is not the tag of a point")
            }
            Self::NotOnCurve => f.write_str("the coordinates are not those of a curve point"),
            Self::NotInSubgroup => f.write_str("the value is not in the prime-order group"),
            Self::TrailingText { position } => {
                write!(f, "the value ends at byte {position}, where more follows")
            }
            Self::Serialized => f.write_str("the bytes are not those of a serialized value"),
        }
    }
}

impl core::error::Error for TextError {}

/// Where parts are written to.
pub trait Sink {
    /// Writes the tag of a point, a digit.
    ///
    /// # Errors
    /// There is no room.
    fn tag(&mut self, tag: u8) -> fmt::Result;

    /// Writes a number.
    ///
    /// # Errors
    /// There is no room.
    fn number<P: PrimeParams<N>, const N: usize>(&mut self, x: &Fp<P, N>) -> fmt::Result;
}

/// Where parts are read from.
pub trait Source {
    /// Reads the tag of a point.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn tag(&mut self) -> Result<u8, TextError>;

    /// Reads a number.
    ///
    /// # Errors
    /// The rule that it breaks.
    fn number<P: PrimeParams<N>, const N: usize>(&mut self) -> Result<Fp<P, N>, TextError>;

    /// Where the part that was read last begins.
    fn position(&self) -> usize;
}

/// Bytes of the longest serialized value: an extension of degree 12 of a 1024-bit field.
const MAX_SERIALIZED: usize = 12 * 128;

/// A value with mcl's text and array forms.
///
/// # Timing
/// Variable time: for public values.
pub trait IoValue: Sized {
    /// Bytes of mcl's serialized form.
    const SERIALIZED_BYTES: usize;

    /// Writes the parts of the value; points in the given form.
    ///
    /// # Errors
    /// There is no room.
    fn write_parts(&self, points: PointForm, sink: &mut impl Sink) -> fmt::Result;

    /// Reads the parts of a value, in whichever form its tag announces, and checks everything that
    /// the decoder of its serialized form checks.
    ///
    /// # Errors
    /// The rule that is broken.
    fn read_parts(source: &mut impl Source) -> Result<Self, TextError>;

    /// Writes mcl's serialized form into exactly [`Self::SERIALIZED_BYTES`] bytes; none for another
    /// length.
    fn write_serialized(&self, out: &mut [u8]) -> Option<()>;

    /// Reads mcl's serialized form, with all checks; none if one fails.
    fn read_serialized(bytes: &[u8]) -> Option<Self>;

    /// The text of the value: a [`fmt::Display`].
    #[must_use]
    fn to_text(&self, mode: IoMode) -> Text<'_, Self> {
        Text { value: self, mode }
    }

    /// The value that the whole text stands for. A blank after the last number belongs to it, as in
    /// mcl.
    ///
    /// Blanks before parts are skipped, and numbers may have a sign: `-1` is `p - 1`. Numbers from
    /// the modulus on are refused, not reduced.
    ///
    /// # Errors
    /// The rule that the text breaks.
    fn from_text(text: &str, mode: IoMode) -> Result<Self, TextError> {
        let (value, position) = Self::from_text_prefix(text, mode)?;
        if position == text.len() { Ok(value) } else { Err(TextError::TrailingText { position }) }
    }

    /// As [`Self::from_text`] for the beginning of a text, and the number of bytes that were read.
    ///
    /// # Errors
    /// The rule that the text breaks.
    fn from_text_prefix(text: &str, mode: IoMode) -> Result<(Self, usize), TextError> {
        if mode.serialized {
            return read_hex(text);
        }
        let mut source = TextSource { text: text.as_bytes(), next: 0, part: 0, radix: mode.radix };
        let value = Self::read_parts(&mut source)?;
        Ok((value, source.next))
    }

    /// Writes mcl's array form: the tag of a point as a character, and numbers in bytes. Returns
    /// the part of `out` that was used, or none if it is too short.
    fn write_array<'a>(
        &self,
        mode: ArrayMode,
        points: PointForm,
        out: &'a mut [u8],
    ) -> Option<&'a [u8]> {
        let mut sink = ArraySink { out, used: 0, mode };
        self.write_parts(points, &mut sink).ok()?;
        let ArraySink { out, used, .. } = sink;
        out.get(..used)
    }

    /// Reads mcl's array form: all bytes, canonical numbers, and what [`Self::read_parts`] checks.
    /// Points are read in each of their forms, so that several strings stand for one point.
    ///
    /// # Errors
    /// The rule that the bytes break.
    fn from_array(bytes: &[u8], mode: ArrayMode) -> Result<Self, TextError> {
        let mut source = ArraySource { bytes, next: 0, part: 0, mode };
        let value = Self::read_parts(&mut source)?;
        let position = source.next;
        if position == bytes.len() { Ok(value) } else { Err(TextError::TrailingText { position }) }
    }
}

/// A value on its way to text; see [`IoValue::to_text`].
#[derive(Clone, Copy, Debug)]
pub struct Text<'a, T> {
    value: &'a T,
    mode: IoMode,
}

impl<T: IoValue> fmt::Display for Text<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, mode } = self;
        if mode.serialized {
            let mut buffer = [0; MAX_SERIALIZED];
            let bytes = buffer.get_mut(..T::SERIALIZED_BYTES).ok_or(fmt::Error)?;
            value.write_serialized(bytes).ok_or(fmt::Error)?;
            return bytes.iter().try_for_each(|byte| write!(f, "{byte:02x}"));
        }
        let mut sink = TextSink { out: f, mode: *mode, is_first: true };
        value.write_parts(mode.points, &mut sink)
    }
}

/// The value of hexadecimal digits of either case, as many as its serialized form has.
fn read_hex<T: IoValue>(text: &str) -> Result<(T, usize), TextError> {
    let mut buffer = [0; MAX_SERIALIZED];
    let bytes = buffer.get_mut(..T::SERIALIZED_BYTES).ok_or(TextError::Serialized)?;
    let length = 2 * T::SERIALIZED_BYTES;
    let digits =
        text.as_bytes().get(..length).ok_or(TextError::Missing { position: text.len() })?;
    for (i, (byte, pair)) in bytes.iter_mut().zip(digits.chunks_exact(2)).enumerate() {
        let digit = |j: usize| {
            char::from(pair[j]).to_digit(16).ok_or(TextError::InvalidNumber { position: 2 * i + j })
        };
        *byte = (16 * digit(0)? + digit(1)?) as u8;
    }
    Ok((T::read_serialized(bytes).ok_or(TextError::Serialized)?, length))
}

struct TextSink<'a, 'b> {
    out: &'a mut fmt::Formatter<'b>,
    mode: IoMode,
    is_first: bool,
}

impl TextSink<'_, '_> {
    fn separate(&mut self) -> fmt::Result {
        if self.is_first {
            self.is_first = false;
            return Ok(());
        }
        self.out.write_str(" ")
    }
}

impl Sink for TextSink<'_, '_> {
    fn tag(&mut self, tag: u8) -> fmt::Result {
        self.separate()?;
        write!(self.out, "{tag}")
    }

    fn number<P: PrimeParams<N>, const N: usize>(&mut self, x: &Fp<P, N>) -> fmt::Result {
        self.separate()?;
        let (base, prefix) = match self.mode.radix {
            Radix::Auto | Radix::Decimal => (10, ""),
            Radix::Binary => (2, "0b"),
            Radix::Hexadecimal => (16, "0x"),
        };
        if self.mode.prefix {
            self.out.write_str(prefix)?;
        }
        // Digits from the low end; a 1024-bit number has at most as many of them.
        let mut digits = [b'0'; 1024];
        let mut first = digits.len() - 1;
        let mut rest = x.to_uint();
        let base = NonZero::<Limb>::new_unwrap(Limb(base));
        for (position, digit) in digits.iter_mut().enumerate().rev() {
            if rest == Uint::ZERO {
                break;
            }
            let (quotient, Limb(value)) = rest.div_rem_limb(base);
            *digit = b"0123456789abcdef"[value as usize];
            first = position;
            rest = quotient;
        }
        self.out.write_str(core::str::from_utf8(&digits[first..]).map_err(|_| fmt::Error)?)
    }
}

struct TextSource<'a> {
    text: &'a [u8],
    next: usize,
    part: usize,
    radix: Radix,
}

const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n')
}

impl TextSource<'_> {
    /// Moves to the next part, and returns its first character.
    fn skip_blanks(&mut self) -> Result<u8, TextError> {
        while let Some(&byte) = self.text.get(self.next) {
            if !is_blank(byte) {
                self.part = self.next;
                return Ok(byte);
            }
            self.next += 1;
        }
        Err(TextError::Missing { position: self.next })
    }
}

/// The value of a digit of either case.
const fn digit_value(byte: u8) -> Option<u8> {
    match byte {
        b'0'..=b'9' => Some(byte - b'0'),
        b'a'..=b'f' => Some(byte - b'a' + 10),
        b'A'..=b'F' => Some(byte - b'A' + 10),
        _ => None,
    }
}

impl Source for TextSource<'_> {
    fn tag(&mut self) -> Result<u8, TextError> {
        let tag = self.skip_blanks()?;
        self.next += 1;
        tag.checked_sub(b'0').ok_or(TextError::InvalidTag { position: self.part })
    }

    fn number<P: PrimeParams<N>, const N: usize>(&mut self) -> Result<Fp<P, N>, TextError> {
        self.skip_blanks()?;
        let position = self.part;
        let rest = &self.text[position..];
        let length = rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len());
        let number = &rest[..length];
        // The blank behind the number belongs to it.
        self.next = (position + length + 1).min(self.text.len());

        let (is_negative, number) = match number {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, number),
        };
        let (base, digits) = match (self.radix, number) {
            (Radix::Auto | Radix::Hexadecimal, [b'0', b'x', rest @ ..]) => (16, rest),
            (Radix::Auto | Radix::Binary, [b'0', b'b', rest @ ..]) => (2, rest),
            (Radix::Auto | Radix::Decimal, _) => (10, number),
            (Radix::Binary, _) => (2, number),
            (Radix::Hexadecimal, _) => (16, number),
        };
        let most = match base {
            2 => 8 * Fp::<P, N>::STORED_BYTES,
            16 => 2 * Fp::<P, N>::STORED_BYTES,
            // Leading zeros are fine.
            _ => usize::MAX,
        };
        if digits.is_empty() {
            return Err(TextError::InvalidNumber { position });
        }
        if digits.len() > most {
            return Err(TextError::TooManyDigits { position });
        }
        let mut value = Uint::<N>::ZERO;
        let mut is_below = true;
        for &byte in digits {
            let digit = digit_value(byte)
                .filter(|&digit| digit < base)
                .ok_or(TextError::InvalidNumber { position })?;
            let product = value.checked_mul(&Uint::<1>::from_u8(base)).into_option();
            let sum =
                product.map(|product| product.carrying_add(&Uint::from_u8(digit), Limb::ZERO));
            match sum {
                Some((sum, Limb(0))) => value = sum,
                // All digits are looked at: a wrong one is a worse fault.
                _ => is_below = false,
            }
        }
        match Fp::from_uint(&value) {
            Some(x) if is_below => Ok(if is_negative { -x } else { x }),
            _ => Err(TextError::NotCanonical { position }),
        }
    }

    fn position(&self) -> usize {
        self.part
    }
}

struct ArraySink<'a> {
    out: &'a mut [u8],
    used: usize,
    mode: ArrayMode,
}

/// The next bytes of a buffer.
fn take<'a>(buffer: &'a mut [u8], used: &mut usize, length: usize) -> Option<&'a mut [u8]> {
    let part = buffer.get_mut(*used..)?.get_mut(..length)?;
    *used += length;
    Some(part)
}

impl Sink for ArraySink<'_> {
    fn tag(&mut self, tag: u8) -> fmt::Result {
        take(self.out, &mut self.used, 1).ok_or(fmt::Error)?[0] = b'0' + tag;
        Ok(())
    }

    fn number<P: PrimeParams<N>, const N: usize>(&mut self, x: &Fp<P, N>) -> fmt::Result {
        let (value, length) = match self.mode {
            ArrayMode::Canonical => (*x, Fp::<P, N>::BYTES),
            ArrayMode::Raw => (*x * stored_radix::<P, N>(), Fp::<P, N>::STORED_BYTES),
        };
        let out = take(self.out, &mut self.used, length).ok_or(fmt::Error)?;
        // Words that the integer type may lack are zero.
        out.fill(0);
        for (to, from) in out.iter_mut().zip(value.to_repr().as_ref()) {
            *to = *from;
        }
        Ok(())
    }
}

/// `2^64` to the number of 64-bit words: the Montgomery radix of mcl.
fn stored_radix<P: PrimeParams<N>, const N: usize>() -> Fp<P, N> {
    let base = Fp::from_u64(1 << 32).square();
    (0..Fp::<P, N>::STORED_BYTES / 8).fold(Fp::ONE, |power, _| power * base)
}

struct ArraySource<'a> {
    bytes: &'a [u8],
    next: usize,
    part: usize,
    mode: ArrayMode,
}

impl<'a> ArraySource<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], TextError> {
        self.part = self.next;
        let rest = self.bytes.get(self.next..).unwrap_or(&[]);
        let part = rest.get(..length).ok_or(TextError::Missing { position: self.bytes.len() })?;
        self.next += length;
        Ok(part)
    }
}

impl Source for ArraySource<'_> {
    fn tag(&mut self) -> Result<u8, TextError> {
        let tag = self.take(1)?[0];
        tag.checked_sub(b'0').ok_or(TextError::InvalidTag { position: self.part })
    }

    fn number<P: PrimeParams<N>, const N: usize>(&mut self) -> Result<Fp<P, N>, TextError> {
        let length = match self.mode {
            ArrayMode::Canonical => Fp::<P, N>::BYTES,
            ArrayMode::Raw => Fp::<P, N>::STORED_BYTES,
        };
        let bytes = self.take(length)?;
        let error = TextError::NotCanonical { position: self.part };
        let (low, high) = bytes.split_at(Fp::<P, N>::BYTES);
        if high.iter().any(|&byte| byte != 0) {
            return Err(error);
        }
        let value = Fp::<P, N>::from_le_bytes(low).map_err(|_| error)?;
        Ok(match self.mode {
            ArrayMode::Canonical => value,
            ArrayMode::Raw => value * stored_radix::<P, N>().invert_vartime().unwrap_or(Fp::ZERO),
        })
    }

    fn position(&self) -> usize {
        self.part
    }
}

impl<P: PrimeParams<N>, const N: usize> IoValue for Fp<P, N> {
    const SERIALIZED_BYTES: usize = Self::BYTES;

    fn write_parts(&self, _: PointForm, sink: &mut impl Sink) -> fmt::Result {
        sink.number(self)
    }

    fn read_parts(source: &mut impl Source) -> Result<Self, TextError> {
        source.number()
    }

    fn write_serialized(&self, out: &mut [u8]) -> Option<()> {
        self.write_le_bytes(out).ok()
    }

    fn read_serialized(bytes: &[u8]) -> Option<Self> {
        Self::from_le_bytes(bytes).ok()
    }
}
