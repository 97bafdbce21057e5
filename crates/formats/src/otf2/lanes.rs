//! Makes lanes for locations, within the system tree.

use super::definitions::{Definitions, Location};
use crate::text::text;
use diptych_trace::{LaneId, LaneKind, Sink};
use rustc_hash::FxHashMap;

/// Lanes of nodes and groups so far. A lane is made only for locations with events, and for the nodes and groups around
/// them.
#[derive(Debug, Default)]
pub(super) struct Lanes {
    nodes: FxHashMap<u32, LaneId>,
    groups: FxHashMap<u32, LaneId>,
}

impl Lanes {
    /// Makes the lane of a location.
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

    /// Returns the lane of a group, if calls made one.
    pub(super) fn made_for_group(&self, group: Option<u32>) -> Option<LaneId> {
        group.and_then(|group| self.groups.get(&group)).copied()
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

    /// Returns the lane of a node, and makes the missing ones around it. A cycle of nodes is cut where it closes.
    fn node(&mut self, id: u32, definitions: &Definitions<'_>, sink: &mut dyn Sink) -> Option<LaneId> {
        let mut missing: Vec<u32> = Vec::new();
        let (mut next, mut parent) = (Some(id), None);
        while let Some(node) = next {
            parent = self.nodes.get(&node).copied();
            // After as many steps as there are nodes, there must be a cycle.
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

/// Returns the name of a definition, or its number if the name is undefined.
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
