//! The curves between the sides: matches are chosen, routed and painted.

use super::context::MatchContext;
use super::hover::{self, HighlightedLinks};
use super::item::Item;
use super::link::DrawnText;
use super::tube_names::{self, TubeNames};
use super::{control, curves, one_to_one, similar_tubes};
use diptych_protocol::MatchMode;
use diptych_scene::CurveBatch;
use diptych_views::ItemTable;

/// The curves between the sides.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// Curves by lane, the lane furthest from the other side first. The number is the larger of the places of the two
    /// lanes that the curves end in.
    pub(crate) curves: Vec<(u32, CurveBatch)>,
    /// Links of the item under the pointer.
    pub(crate) highlighted: HighlightedLinks,
    /// Names of the matches that changed most.
    pub(crate) names: TubeNames,
    /// `None` while there are no matches.
    pub(crate) text: Option<DrawnText>,
}

/// Chooses, routes and paints the matches between both sides.
pub(crate) fn draw(context: &MatchContext<'_>, items: &mut ItemTable<Item>) -> Drawing {
    let input = context.input;
    let choice = match (input.matches.state.mode, context.roots) {
        (MatchMode::OneToOne, Some(roots)) => one_to_one::choose(context, roots),
        (MatchMode::OneToOne, None) => return Drawing::default(),
        (MatchMode::Similarity, _) => match input.matches.similar {
            Some(similar) => similar_tubes::choose(context, similar),
            None => return Drawing::default(),
        },
    };
    let routes = control::routes(context, &choice.links);
    let curves = curves::batches(context, &choice.links, &routes, items);
    // Before the highlights, whose items would shift those of the names whenever the pointer moves.
    let names = tube_names::names(context, &choice.links, &routes, items);
    let highlighted = hover::highlight(context, &choice, &routes, items);
    Drawing { curves, highlighted, names, text: Some(choice.text) }
}
