//! Upgraders of links of earlier versions.

use super::text::KeyValue;

/// Version of the view state. It rises when a field changes its meaning.
pub const VERSION: u32 = 1;

/// Rewrites the keys and values of a link of one version as those of the next.
pub type Upgrade = fn(Vec<KeyValue>) -> Vec<KeyValue>;

/// Upgraders in order: the first one takes a link of version 1 to version 2. None is ever removed.
///
/// [`VERSION`] rises only when the meaning of a key changes. New keys, new words and new ways to write a value need no
/// upgrader, because a reader can tell them from the old ones.
const UPGRADES: &[Upgrade] = &[];

const _: () = assert!(UPGRADES.len() + 1 == VERSION as usize, "each version but the first needs an upgrader");

/// Takes a link of a version to today's.
pub(super) fn to_today(version: u32, parts: Vec<KeyValue>) -> Vec<KeyValue> {
    upgraded(UPGRADES, version, parts)
}

/// Runs all upgraders from that of `version` on, in order. Links of newer versions stay as they are.
pub fn upgraded(upgrades: &[Upgrade], version: u32, parts: Vec<KeyValue>) -> Vec<KeyValue> {
    let done = (version.max(1) - 1) as usize;
    upgrades.iter().skip(done).fold(parts, |parts, upgrade| upgrade(parts))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn appended(parts: Vec<KeyValue>, letter: char) -> Vec<KeyValue> {
        parts.into_iter().map(|part| KeyValue { value: format!("{}{letter}", part.value), ..part }).collect()
    }

    #[test]
    fn upgraders_run_in_order_from_the_version_of_the_link() {
        let upgrades: [Upgrade; 2] = [|parts| appended(parts, '2'), |parts| appended(parts, '3')];
        let link = || vec![KeyValue { key: "q".to_owned(), value: "1".to_owned() }];
        let value = |version| upgraded(&upgrades, version, link()).remove(0).value;
        assert_eq!([0, 1, 2, 3, 9].map(value), ["123", "123", "13", "1", "1"]);
    }

    #[test]
    fn every_version_but_the_first_has_an_upgrader() {
        assert_eq!(UPGRADES.len() as u32, VERSION - 1);
    }
}
