//! Elements of Fp, Fr and Fp2 in bytes.
#![no_main]

use libfuzzer_sys::fuzz_target;
use mcl_bn::{BnParams, ModP, ModR};
use mcl_fp::{FieldBytes, Fp, PrimeParams};
use mcl_fuzz::on_a_curve;

fuzz_target!(|data: &[u8]| on_a_curve!(data, check));

fn check<C: BnParams<N>, const N: usize>(data: &[u8]) {
    prime_field::<ModP<C, N>, N>(data);
    prime_field::<ModR<C, N>, N>(data);
    if let Ok(x) = mcl_tower::Fp2::<ModP<C, N>, N>::from_le_bytes(data) {
        let mut bytes = vec![0; data.len()];
        x.write_le_bytes(&mut bytes).expect("the same length");
        assert_eq!(bytes, data);
    }
}

fn prime_field<P: PrimeParams<N>, const N: usize>(data: &[u8]) {
    let mut bytes = vec![0; data.len()];
    if let Ok(x) = Fp::<P, N>::from_le_bytes(data) {
        x.write_le_bytes(&mut bytes).expect("the same length");
        assert_eq!(bytes, data);
        assert_eq!(Fp::from_le_bytes_masked(data), x);
        assert_eq!(Fp::from_le_bytes_mod(data), x);
    }
    if let Ok(x) = Fp::<P, N>::from_be_bytes(data) {
        x.write_be_bytes(&mut bytes).expect("the same length");
        assert_eq!(bytes, data);
        assert_eq!(Fp::from_be_bytes_mod(data), x);
    }
    // Two ways to one value.
    let reversed: Vec<u8> = data.iter().rev().copied().collect();
    let value = Fp::<P, N>::from_le_bytes_mod(data);
    assert_eq!(Fp::from_be_bytes_mod(&reversed), value);
    let set = Fp::<P, N>::set_little_endian_mod(data);
    assert!(set.is_err() || set == Ok(value));
    assert_eq!(Fp::set_big_endian_mod(&reversed), set);
    let _ = Fp::<P, N>::from_le_bytes_masked(data);
    let _ = Fp::<P, N>::set_hash_of(data);
}
