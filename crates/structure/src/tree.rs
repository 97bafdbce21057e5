//! The tree of elements that a file states.

use diptych_trace::{ElementId, ElementSpec, Elements, ElementsBuilder, Names, ReadReport, Trace};
use rustc_hash::FxHashMap;

/// An immutable tree of elements; a parent comes before its children.
#[derive(Debug, Clone)]
pub struct Structure {
    names: Names,
    elements: Elements,
    report: ReadReport,
    /// Start of each element's children in `children`. The outermost elements come last, as the children of no element.
    first_child: Vec<u32>,
    children: Vec<ElementId>,
    /// True if the elements of kind `file` are the files. Otherwise every element without children counts as a file.
    has_kind_of_files: bool,
}

/// Kind of the elements that are files, in any case.
const FILE: &str = "file";
/// Kind of the elements that contain files.
const FOLDER: &str = "folder";

impl Structure {
    /// Takes the elements of a file that was read as a trace. O(elements).
    pub fn new(trace: Trace) -> Self {
        let (names, elements, report) = trace.into_elements();
        Self::of_elements(names, elements, report)
    }

    fn of_elements(names: Names, elements: Elements, report: ReadReport) -> Self {
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

    /// Returns the same files at other paths, with the folders around them. `paths` are in the order of
    /// [`Structure::files`], with names separated by `/`. If several files have one path, the first is kept. All
    /// elements other than files are left out. O(length of paths).
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

    /// Returns the elements that are files, in the order of the file.
    pub fn files(&self) -> impl Iterator<Item = ElementId> + '_ {
        self.ids().filter(|&id| self.is_file(id))
    }

    /// Returns the number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns true if there are no elements.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Returns all elements in the order of the file, a parent before its children.
    pub fn ids(&self) -> impl ExactSizeIterator<Item = ElementId> + use<> {
        ids(&self.elements)
    }

    /// Returns an element: its parent, its own name, its kind and its size in bytes (0 if unknown). Names are hostile
    /// text.
    pub fn get(&self, id: ElementId) -> ElementSpec<'_> {
        self.elements.get(&self.names, id)
    }

    /// Returns the children of an element in the order of the file; for `None`, the outermost elements.
    pub fn children(&self, of: Option<ElementId>) -> &[ElementId] {
        let place = of.map_or(self.len(), ElementId::index);
        &self.children[self.first_child[place] as usize..self.first_child[place + 1] as usize]
    }

    /// Returns the element and all elements around it, from the inside out.
    pub fn way_up(&self, id: ElementId) -> impl Iterator<Item = ElementId> + '_ {
        std::iter::successors(Some(id), |&id| self.get(id).parent)
    }

    /// Returns the names of all elements around an element and its own, joined by `/`.
    pub fn path(&self, id: ElementId) -> String {
        let mut names: Vec<&str> = self.way_up(id).map(|id| self.get(id).name).collect();
        names.reverse();
        names.join("/")
    }

    /// Returns true if an element is a file of source text. It must be of kind `file` and contain no files, since some
    /// tools list folders like files. If no element is of that kind, an element without children (a class, a module)
    /// counts.
    pub fn is_file(&self, id: ElementId) -> bool {
        if self.has_kind_of_files {
            let is_of_path = |&id: &ElementId| lies_in_folders(self.get(id).kind);
            is_kind_of_files(self.get(id).kind) && !self.children(Some(id)).iter().any(is_of_path)
        } else {
            self.children(Some(id)).is_empty()
        }
    }

    /// Returns true if any element is of kind `file`. Otherwise functions are matched by their names.
    pub fn has_files(&self) -> bool {
        self.has_kind_of_files
    }

    /// Returns the oddities found while reading the file.
    pub fn report(&self) -> &ReadReport {
        &self.report
    }
}

fn ids(elements: &Elements) -> impl ExactSizeIterator<Item = ElementId> + use<> {
    (0..elements.len() as u32).map(ElementId)
}

/// Returns true if elements of this kind are files, which functions may lie in.
pub fn is_kind_of_files(kind: &str) -> bool {
    kind.eq_ignore_ascii_case(FILE)
}

/// Returns true if the parent of an element of this kind is a folder, whatever kind the parent states.
pub fn lies_in_folders(kind: &str) -> bool {
    is_kind_of_files(kind) || kind.eq_ignore_ascii_case(FOLDER)
}
