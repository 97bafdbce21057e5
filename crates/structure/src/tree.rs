//! The tree.

use diptych_trace::{ElementId, ElementSpec, Elements, ElementsBuilder, Names, Report, Trace};
use rustc_hash::FxHashMap;

/// A tree of elements; a parent lies before its children. Immutable.
#[derive(Debug, Clone)]
pub struct Structure {
    names: Names,
    elements: Elements,
    report: Report,
    /// Where the children of each element begin in `children`; those of no element, the outermost ones, come behind all.
    first_child: Vec<u32>,
    children: Vec<ElementId>,
    /// Whether elements of the kind `file` are its files; else those are that hold none.
    has_kind_of_files: bool,
}

/// The kind of elements that are files, in any case.
const FILE: &str = "file";
/// Of elements around files.
const FOLDER: &str = "folder";

impl Structure {
    /// What a file stated that was read as a trace. O(elements).
    pub fn new(trace: Trace) -> Self {
        let (names, elements, report) = trace.into_elements();
        Self::of_elements(names, elements, report)
    }

    fn of_elements(names: Names, elements: Elements, report: Report) -> Self {
        let parents: Vec<Option<ElementId>> =
            ids(&elements).map(|id| elements.get(&names, id).parent).collect();
        let place = |parent: Option<ElementId>| parent.map_or(elements.len(), ElementId::index);
        let mut first_child = vec![0; elements.len() + 2];
        for &parent in &parents {
            first_child[place(parent) + 1] += 1;
        }
        for place in 1..first_child.len() {
            first_child[place] += first_child[place - 1];
        }
        let (mut next, mut children) = (first_child.clone(), vec![ElementId(0); elements.len()]);
        for (id, &parent) in ids(&elements).zip(&parents) {
            let slot = &mut next[place(parent)];
            children[*slot as usize] = id;
            *slot += 1;
        }
        let has_kind_of_files = ids(&elements).any(|id| is_kind_of_files(elements.get(&names, id).kind));
        Self { names, elements, report, first_child, children, has_kind_of_files }
    }

    /// The same files at other paths, with the folders around them: those of the files in turn, names parted by `/`. Of several at
    /// one path the first is kept; other elements than files are left out. O(length of paths).
    #[must_use]
    pub fn at_paths<'a>(&self, paths: impl IntoIterator<Item = &'a str>) -> Self {
        let mut made = ElementsBuilder::default();
        let mut known: FxHashMap<(Option<ElementId>, &str), ElementId> = FxHashMap::default();
        for (id, path) in self.files().zip(paths) {
            let mut names = path.split('/').filter(|name| !name.is_empty()).peekable();
            let mut parent = None;
            while let Some(name) = names.next() {
                let (kind, bytes) = match names.peek() {
                    Some(_) => (FOLDER, 0),
                    None => (self.get(id).kind, self.get(id).bytes),
                };
                let element = ElementSpec { parent, name, kind, bytes };
                parent = Some(*known.entry((parent, name)).or_insert_with(|| made.add(element)));
            }
        }
        let (names, elements) = made.finish();
        Self::of_elements(names, elements, self.report.clone())
    }

    /// Elements that are files, in the order of the file.
    pub fn files(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.ids().filter(|&id| self.is_file(id))
    }

    /// Number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// All elements, in the order of the file, a parent before its children.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ElementId> + use<> {
        ids(&self.elements)
    }

    /// An element: what it lies in, its own name, its kind and its size in bytes (0: not known). Hostile text.
    pub fn get(&self, id: ElementId) -> ElementSpec<'_> {
        self.elements.get(&self.names, id)
    }

    /// What lies directly in an element, in the order of the file; `None`: the outermost elements.
    pub fn children(&self, of: Option<ElementId>) -> &[ElementId] {
        let place = of.map_or(self.len(), ElementId::index);
        &self.children[self.first_child[place] as usize..self.first_child[place + 1] as usize]
    }

    /// The element and those around it, itself first.
    pub fn way_up(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        std::iter::successors(Some(id), |&id| self.get(id).parent)
    }

    /// Names of the elements around one and its own, joined by `/`.
    pub fn path(&self, id: ElementId) -> String {
        let mut names: Vec<&str> = self.way_up(id).map(|id| self.get(id).name).collect();
        names.reverse();
        names.join("/")
    }

    /// Whether an element is a file of source text: of the kind `file`, and without files in it, since tools list folders as they
    /// list files; where no element is of that kind, one that holds none (a class, a module).
    pub fn is_file(&self, id: ElementId) -> bool {
        if self.has_kind_of_files {
            let is_of_path = |&id: &ElementId| lies_in_folders(self.get(id).kind);
            is_kind_of_files(self.get(id).kind) && !self.children(Some(id)).iter().any(is_of_path)
        } else {
            self.children(Some(id)).is_empty()
        }
    }

    /// Whether any element is of the kind `file`: else functions are found in it by their names.
    pub fn has_files(&self) -> bool {
        self.has_kind_of_files
    }

    /// What was odd in the file that stated it.
    pub fn report(&self) -> &Report {
        &self.report
    }
}

fn ids(elements: &Elements) -> impl ExactSizeIterator<Item = ElementId> + use<> {
    (0..elements.len() as u32).map(ElementId)
}

/// Whether elements of this kind are files, each of which functions may lie in.
pub fn is_kind_of_files(kind: &str) -> bool {
    kind.eq_ignore_ascii_case(FILE)
}

/// Whether what an element of this kind lies in is a folder, whatever it is called.
pub fn lies_in_folders(kind: &str) -> bool {
    is_kind_of_files(kind) || kind.eq_ignore_ascii_case(FOLDER)
}
