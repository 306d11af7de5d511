//! The rows of this workspace.

use mcl_fp::{Backend, force_backend};

use crate::row::{Curve, OURS, Row, Rows};

/// Which backend our rows use: a certain one, or what detection finds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BackendChoice(Option<Backend>);

impl BackendChoice {
    /// The name of detection.
    pub const AUTO: &str = "auto";

    /// The names of all choices.
    pub fn names() -> impl Iterator<Item = &'static str> {
        std::iter::once(Self::AUTO).chain(Backend::ALL.iter().map(|backend| backend.name()))
    }

    /// The choice of that name; detection if there is none.
    pub fn named(name: &str) -> Self {
        Self(Backend::ALL.into_iter().find(|backend| backend.name() == name))
    }

    /// Makes all that this process measures from now on use the choice.
    pub fn apply(self) -> Result<(), String> {
        let Self(backend) = self;
        force_backend(backend).map_err(|error| error.to_string())
    }
}

/// Our rows on a curve.
pub fn rows(curve: Curve) -> Vec<Row> {
    Rows::new(curve, OURS).into_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_a_choice_of_its_own() {
        let choices: Vec<_> = BackendChoice::names().map(BackendChoice::named).collect();
        assert_eq!(choices[0], BackendChoice::default());
        assert_eq!(choices.len(), 1 + Backend::ALL.len());
        assert!(choices[1..].iter().all(|choice| *choice != BackendChoice::default()));
    }
}
