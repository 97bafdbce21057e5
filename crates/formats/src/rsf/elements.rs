//! Builds the tree of structural elements: packages, classes, files.

use crate::by_text::ByText;
use crate::text::text;
use diptych_trace::{ElementId, ElementSpec, LaneId, LaneKind, OddityKind, Sink};

/// Elements of a file by id. A row exists from the first tuple that names it.
#[derive(Debug, Default)]
pub(super) struct Elements {
    rows: Vec<Element>,
    by_id: ByText<u32>,
    kinds: ByText<Box<[u8]>>,
    /// Separator between the name of an element and that of its parent.
    pub(super) separator: Vec<u8>,
    /// Root of all elements.
    root: Option<u32>,
}

#[derive(Debug)]
struct Element {
    /// Whole path, once defined; until then the id.
    path: String,
    kind: Box<[u8]>,
    is_defined: bool,
    parent: Option<u32>,
    offset: u64,
    lane: Option<LaneId>,
}

/// Bytes of an element besides its texts, estimated.
const ROW_BYTES: u64 = 160;

impl Elements {
    /// Returns the row of an id, and adds it if there is none.
    pub(super) fn row(&mut self, id: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let rows = &mut self.rows;
        *self.by_id.get_or_insert_with(id, || {
            let path = text(id, offset, sink).into_owned();
            rows.push(Element {
                path,
                kind: Box::default(),
                is_defined: false,
                parent: None,
                offset,
                lane: None,
            });
            rows.len() as u32 - 1
        })
    }

    /// Sets the name of a kind of elements.
    pub(super) fn define_kind(&mut self, id: &[u8], name: &[u8]) {
        *self.kinds.get_or_insert_with(id, Box::default) = name.into();
    }

    /// Sets path and kind of an element.
    pub(super) fn define(&mut self, id: &[u8], path: &[u8], kind: &[u8], offset: u64, sink: &mut dyn Sink) {
        let row = self.row(id, offset, sink);
        let path = text(path, offset, sink).into_owned();
        let row = &mut self.rows[row as usize];
        if row.is_defined {
            sink.odd(OddityKind::Undefined, "element that is defined twice", offset, &path);
        }
        (row.path, row.kind, row.is_defined) = (path, kind.into(), true);
    }

    /// Sets the parent of an element.
    pub(super) fn lies_in(&mut self, child: &[u8], parent: &[u8], offset: u64, sink: &mut dyn Sink) {
        let [child, parent] = [child, parent].map(|id| self.row(id, offset, sink));
        let row = &mut self.rows[child as usize];
        if row.parent.is_some_and(|before| before != parent) {
            sink.odd(OddityKind::Undefined, "element inside several others", offset, &row.path);
        }
        row.parent = Some(parent);
    }

    /// Sets the root of all elements.
    pub(super) fn set_root(&mut self, id: &[u8], offset: u64, sink: &mut dyn Sink) {
        self.root = Some(self.row(id, offset, sink));
    }

    /// Returns the path of a row.
    pub(super) fn path(&self, row: u32) -> &str {
        &self.rows[row as usize].path
    }

    /// Writes all elements as a tree. A cycle is broken by removing one parent.
    pub(super) fn write(&mut self, sink: &mut dyn Sink) {
        for Element { path, offset, .. } in self.rows.iter().filter(|row| !row.is_defined) {
            sink.odd(OddityKind::Undefined, "element", *offset, path);
        }
        let mut ids: Vec<Option<ElementId>> = vec![None; self.rows.len()];
        let mut is_open = vec![false; self.rows.len()];
        for first in 0..self.rows.len() as u32 {
            // Ancestors that are not written yet, at any depth.
            let mut path = Vec::new();
            let mut next = Some(first);
            while let Some(row) = next.filter(|&row| ids[row as usize].is_none()) {
                if is_open[row as usize] {
                    let closing = path.last().map_or(row, |&last: &u32| last);
                    let element = &mut self.rows[closing as usize];
                    element.parent = None;
                    sink.odd(OddityKind::Undefined, "element inside itself", element.offset, &element.path);
                    break;
                }
                is_open[row as usize] = true;
                path.push(row);
                next = self.rows[row as usize].parent;
            }
            for row in path.into_iter().rev() {
                let parent = self.rows[row as usize].parent.and_then(|parent| ids[parent as usize]);
                let kind = self.kinds.get(&self.rows[row as usize].kind).map_or(&b""[..], |kind| kind);
                let kind = String::from_utf8_lossy(kind);
                ids[row as usize] = Some(sink.element(ElementSpec {
                    parent,
                    name: self.own_name(row),
                    kind: &kind,
                    bytes: 0,
                }));
            }
        }
    }

    /// Returns the lane of an element that calls, and makes it first if there is none. Must come after
    /// [`Elements::write`].
    pub(super) fn lane(&mut self, of: u32, sink: &mut dyn Sink) -> LaneId {
        let mut missing = Vec::new();
        let (mut next, mut parent) = (Some(of), None);
        while let Some(row) = next {
            parent = self.rows[row as usize].lane;
            // The root gets no lane, unless it calls itself, because every lane would be in it.
            if parent.is_some() || Some(row) == self.root && row != of {
                break;
            }
            missing.push(row);
            next = self.rows[row as usize].parent;
        }
        for row in missing.into_iter().rev() {
            let lane = sink.lane(parent, LaneKind::Group, self.own_name(row));
            sink.order_lane(lane, i64::from(row));
            self.rows[row as usize].lane = Some(lane);
            parent = Some(lane);
        }
        // The loop gave the element a lane, if it had none.
        parent.unwrap_or(LaneId(0))
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.rows.len() as u64 * ROW_BYTES + 4 * self.by_id.held_bytes()
    }

    /// Returns the path of a row without that of its parent.
    fn own_name(&self, row: u32) -> &str {
        let Element { path, parent, .. } = &self.rows[row as usize];
        let own = parent.and_then(|parent| {
            let rest = path.strip_prefix(self.path(parent))?;
            let rest = rest.as_bytes().strip_prefix(self.separator.as_slice())?;
            std::str::from_utf8(rest).ok().filter(|rest| !rest.is_empty())
        });
        own.unwrap_or(path)
    }
}
