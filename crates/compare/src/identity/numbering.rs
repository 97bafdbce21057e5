//! The numbers of identities, in the order of their keys.

use super::identities::Identities;
use super::joining::Joining;
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Follows renames and pairs to the final key of each identity, and numbers the keys that functions have. `names` are
/// the names of each run of each side.
pub(super) fn number(joining: &Joining<'_>, names: &[Vec<Vec<u32>>; 2], found: &mut Identities) {
    let finals = final_keys(joining, found);
    let used = (0..2).flat_map(|side| {
        let names = names[side].iter().flatten();
        names.map(move |&name| (side, joining.group(side, name)))
    });
    let mut keys: Vec<&str> = used.map(|(side, group)| finals[side][group].as_str()).collect();
    keys.sort_unstable();
    keys.dedup();
    let numbers: FxHashMap<&str, u32> = keys.iter().copied().zip(0..).collect();
    let number =
        |side: usize, name: u32| IdentityId(numbers[finals[side][joining.group(side, name)].as_str()]);
    found.of_function = [0, 1].map(|side: usize| {
        let of_run = |run: &Vec<u32>| run.iter().map(|&name| number(side, name)).collect();
        names[side].iter().map(of_run).collect()
    });
    found.keys = keys.into_iter().map(str::to_owned).collect();
}

/// Returns the final key of each identity on each side, and counts the renames. A rename of the key that all rules lead
/// to also holds for a name that kept more of its text, if it has no partner.
fn final_keys(joining: &Joining<'_>, found: &mut Identities) -> [Vec<String>; 2] {
    let rules = joining.rewriter.rules;
    found.renamed.clone_from(&joining.effects.renamed);
    if !rules.has_links() {
        let keys = joining.keys().to_vec();
        return [keys.clone(), keys];
    }
    let (lasts, sides) = (joining.last_keys(), joining.sides_of_groups());
    let mut follow = |side: usize, group: usize| {
        let key = &joining.keys()[group];
        let mut linked = |key: &String| {
            let (after, followed) = rules.renamed(key);
            for place in followed {
                found.renamed[place].by_side[side] += u32::from(sides[group][side]);
            }
            rules.paired(side, &after).map_or_else(|| after.clone(), str::to_owned)
        };
        if joining.is_linked(group) {
            return key.clone();
        }
        let after = linked(key);
        let is_alone = sides[group] != [true; 2];
        if after == *key && is_alone && lasts[group] != *key {
            let after = linked(&lasts[group]);
            return if after == lasts[group] { key.clone() } else { after };
        }
        after
    };
    [0, 1].map(|side| (0..joining.keys().len()).map(|group| follow(side, group)).collect())
}
