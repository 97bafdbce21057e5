//! Lanes of the locations, in the tree of the system.

use super::definitions::{Definitions, Location};
use crate::text::text;
use diptych_trace::{LaneId, LaneKind, Sink};
use rustc_hash::FxHashMap;

/// The lanes so far of what locations lie in. A lane exists for those with events, and what they lie in.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    nodes: FxHashMap<u32, LaneId>,
    groups: FxHashMap<u32, LaneId>,
}

impl Lanes {
    /// The lane of a location, made now.
    pub(super) fn location(
        &mut self,
        of: &Location,
        definitions: &Definitions<'_>,
        sink: &mut dyn Sink,
    ) -> LaneId {
        let parent = of.group.and_then(|group| self.group(group, definitions, sink));
        let kind = if of.is_thread { LaneKind::Thread } else { LaneKind::Group };
        let name = name(definitions, of.name, "location", of.id, sink);
        sink.lane(parent, kind, &name)
    }

    fn group(&mut self, id: u32, definitions: &Definitions<'_>, sink: &mut dyn Sink) -> Option<LaneId> {
        if let Some(&lane) = self.groups.get(&id) {
            return Some(lane);
        }
        let group = definitions.groups.get(&id)?;
        let parent = group.parent.and_then(|node| self.node(node, definitions, sink));
        let name = name(definitions, group.name, "group", id.into(), sink);
        let lane = sink.lane(parent, LaneKind::Process, &name);
        self.groups.insert(id, lane);
        Some(lane)
    }

    /// The lane of a node; nodes that lie in each other in a circle end where it closes.
    fn node(&mut self, id: u32, definitions: &Definitions<'_>, sink: &mut dyn Sink) -> Option<LaneId> {
        let mut missing: Vec<u32> = Vec::new();
        let (mut next, mut parent) = (Some(id), None);
        while let Some(node) = next {
            parent = self.nodes.get(&node).copied();
            // As many steps as there are nodes: more would be a circle.
            if parent.is_some()
                || missing.len() >= definitions.nodes.len()
                || !definitions.nodes.contains_key(&node)
            {
                break;
            }
            missing.push(node);
            next = definitions.nodes.get(&node).and_then(|node| node.parent);
        }
        for id in missing.into_iter().rev() {
            let known = self.nodes.get(&id).copied();
            let lane = known.unwrap_or_else(|| {
                let own = definitions.nodes.get(&id).and_then(|node| node.name);
                let name = name(definitions, own, "node", id.into(), sink);
                sink.lane(parent, LaneKind::Group, &name)
            });
            self.nodes.insert(id, lane);
            parent = Some(lane);
        }
        parent
    }
}

/// What something is called; by its number where no name is defined.
fn name(
    definitions: &Definitions<'_>,
    string: Option<u32>,
    what: &str,
    id: u64,
    sink: &mut dyn Sink,
) -> String {
    match definitions.text(string) {
        Some(name) if !name.is_empty() => text(name, 0, sink).into_owned(),
        _ => format!("{what} {id}"),
    }
}
