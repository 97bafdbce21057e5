//! Static structure of the software, as a format states it (RSF hierarchies, source listings).

use crate::{ElementId, NameId, NameInterner, Names};

/// One element of the structure, as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ElementSpec<'a> {
    /// Parent element.
    pub parent: Option<ElementId>,
    /// Name of the element, one path component.
    pub name: &'a str,
    /// Kind of element in the format's words (package, file, class, …).
    pub kind: &'a str,
    /// Size in bytes, 0 if unknown.
    pub bytes: u64,
}

/// Static structure of one trace, parents before children. Empty for formats without structure.
#[derive(Debug, Clone, Default)]
pub struct Elements {
    pub(crate) parent: Vec<ElementId>,
    pub(crate) name: Vec<NameId>,
    pub(crate) kind: Vec<NameId>,
    pub(crate) bytes: Vec<u64>,
}

impl Elements {
    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.name.len()
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.name.is_empty()
    }

    /// Returns a row with its texts.
    pub fn get<'a>(&self, names: &'a Names, id: ElementId) -> ElementSpec<'a> {
        ElementSpec {
            parent: self.parent[id.index()].some(),
            name: names.get(self.name[id.index()]),
            kind: names.get(self.kind[id.index()]),
            bytes: self.bytes[id.index()],
        }
    }
}

/// Builder of a structure without a trace.
#[derive(Debug, Default)]
pub struct ElementsBuilder {
    names: NameInterner,
    elements: Elements,
}

impl ElementsBuilder {
    /// Adds an element; its parent must have been added before. Past 4 GiB of distinct names the text is dropped, but
    /// not the element.
    pub fn add(&mut self, element: ElementSpec<'_>) -> ElementId {
        let [name, kind] = [element.name, element.kind].map(|text| {
            let id = if text.is_empty() { None } else { self.names.intern(text) };
            id.unwrap_or(NameId::NONE)
        });
        let id = ElementId(self.elements.len() as u32);
        self.elements.parent.push(element.parent.unwrap_or(ElementId::NONE));
        self.elements.name.push(name);
        self.elements.kind.push(kind);
        self.elements.bytes.push(element.bytes);
        id
    }

    /// Returns the names and the elements.
    pub fn finish(self) -> (Names, Elements) {
        (self.names.finish(), self.elements)
    }
}
