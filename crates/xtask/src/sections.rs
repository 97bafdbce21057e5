//! Sections of documentation pages that verbs write, between two comments:
//!
//! ```text
//! <!-- NAME: written by `npm run …` -->
//! <!-- end of NAME -->
//! ```

use std::fs;

use anyhow::{Context, Result};

use crate::workspace;

/// Replaces the section of a page.
pub(crate) fn write(page: &str, name: &str, text: &str) -> Result<()> {
    let path = workspace::at(page);
    let old = fs::read_to_string(&path).with_context(|| page.to_owned())?;
    let new = replaced(&old, name, text).with_context(|| format!("{page} has no section `{name}`"))?;
    fs::write(&path, new).with_context(|| page.to_owned())
}

/// Returns a section of a page with its two comments; `None` if the page has no such section.
pub(crate) fn find<'page>(page: &'page str, name: &str) -> Option<&'page str> {
    let (begin, _, end) = bounds(page, name)?;
    Some(&page[begin..end + ending(name).len()])
}

fn replaced(page: &str, name: &str, text: &str) -> Option<String> {
    let (_, from, to) = bounds(page, name)?;
    Some(format!("{}\n\n{}\n\n{}", &page[..from], text.trim(), &page[to..]))
}

fn ending(name: &str) -> String {
    format!("<!-- end of {name} -->")
}

/// Returns where a section begins, where its text begins and where its last comment begins.
fn bounds(page: &str, name: &str) -> Option<(usize, usize, usize)> {
    let begin = page.find(&format!("<!-- {name}: "))?;
    let from = begin + page[begin..].find("-->")? + "-->".len();
    let to = from + page[from..].find(&ending(name))?;
    Some((begin, from, to))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "# Page\n\n<!-- soak: written by x -->\nold\n<!-- end of soak -->\n\nafter\n";

    #[test]
    fn section_is_replaced_between_its_comments() {
        let new = replaced(PAGE, "soak", "new\n").unwrap();
        assert_eq!(new, "# Page\n\n<!-- soak: written by x -->\n\nnew\n\n<!-- end of soak -->\n\nafter\n");
        assert_eq!(replaced(&new, "soak", "new").unwrap(), new);
        assert_eq!(find(PAGE, "soak").unwrap(), "<!-- soak: written by x -->\nold\n<!-- end of soak -->");
    }

    #[test]
    fn missing_section_is_no_section() {
        assert_eq!(replaced(PAGE, "peers", "new"), None);
        assert_eq!(find(&PAGE.replace("end of", ""), "soak"), None);
    }
}
