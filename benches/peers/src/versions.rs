//! The versions of the linked libraries, read from the lock file that they were resolved with.

const LOCK: &str = include_str!("../Cargo.lock");

/// The version of a crate.
pub(crate) fn of(krate: &str) -> String {
    let name = format!("name = \"{krate}\"");
    let mut lines = LOCK.lines().skip_while(|line| *line != name).skip(1);
    let version = lines.next().and_then(|line| line.strip_prefix("version = "));
    version.map_or_else(|| "unknown".to_owned(), |version| version.trim_matches('"').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_found() {
        assert!(of("mcl_rust").starts_with("1."));
        assert!(of("ark-bn254").starts_with("0."));
        assert_eq!(of("no-such-crate"), "unknown");
    }
}
