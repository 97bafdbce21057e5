//! HTML as text: everything but markup of the program is escaped.

use diptych_scene::svg;

/// A document that is being written.
#[derive(Debug, Default)]
pub struct Html {
    text: String,
}

/// Most characters of a name, and of a sentence. Longer ones say how many are missing.
const MOST_CHARS: [usize; 2] = [200, 4000];

impl Html {
    /// Appends markup of the program.
    pub fn raw(&mut self, markup: &str) {
        self.text.push_str(markup);
    }

    /// Appends any sentence.
    pub fn text(&mut self, text: &str) {
        self.up_to(MOST_CHARS[1], text);
    }

    fn up_to(&mut self, most: usize, text: &str) {
        let shown = match text.char_indices().nth(most) {
            None => text.to_owned(),
            Some((cut, _)) => {
                format!("{}… ({} characters more)", &text[..cut], text[cut..].chars().count())
            }
        };
        svg::escape(&mut self.text, &shown);
    }

    /// Appends an element with any text. `attributes` are markup of the program that begins with a blank, or nothing.
    pub fn element(&mut self, name: &str, attributes: &str, text: &str) {
        self.raw(&format!("<{name}{attributes}>"));
        self.text(text);
        self.raw(&format!("</{name}>\n"));
    }

    /// Appends a name, isolated from the direction of the text around it.
    pub fn name(&mut self, name: &str) {
        self.raw("<bdi>");
        self.up_to(MOST_CHARS[0], name);
        self.raw("</bdi>");
    }

    /// Returns the document.
    pub fn into_text(self) -> String {
        self.text
    }
}

/// Returns text as the value of an attribute between double quotes.
pub fn attribute(text: &str) -> String {
    let mut out = String::new();
    svg::escape(&mut out, text);
    out.replace('"', "&quot;").replace('\'', "&#39;")
}
