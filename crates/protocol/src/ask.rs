//! The table of asks: the requests that the shell can make to the engine, and their replies.
//!
//! One row pairs the wire name of an ask with its payload and its reply. From the table come [`Ask`] for every payload,
//! the dispatch by name in the worker, and the TypeScript map `Asks`.
//!
//! There is no enum of all requests; on the wire, the name precedes the plain payload. Serde reads an enum whose
//! variant is a field within it through a buffer of any value, with a second reader for every type. When that was
//! tried, it took a fifth of the engine's code.
//!
//! Every ask is answered once, by its reply or a [`crate::Failure`]. A message that answers no ask is an
//! [`crate::Event`].

/// The payload of an ask.
pub trait Ask: 'static {
    /// Name on the wire.
    const NAME: &'static str;
    /// Answer, if the ask does not fail.
    type Reply: 'static;
}

/// Passes the table to a macro: `"name": Payload => Reply;` for every ask.
#[macro_export]
macro_rules! asks {
    ($with:ident) => {
        $with! {
            "close": $crate::CloseRequest => ();
            "remove-run": $crate::RemoveRunRequest => Option<Box<$crate::SideSummary>>;
            "swap": $crate::SwapRequest => $crate::Swapped;
            "layout": $crate::LayoutRequest => $crate::SceneInfo;
            "hover": $crate::HoverRequest => $crate::HoverReply;
            "pick": $crate::PickRequest => $crate::PickReply;
            "items": $crate::ItemsRequest => Vec<$crate::ItemPlace>;
            "select": $crate::SelectRequest => $crate::SelectionReply;
            "select-range": $crate::SelectRangeRequest => $crate::SelectionReply;
            "range-table": $crate::RangeTableRequest => $crate::TextReply;
            "step": $crate::StepRequest => $crate::SelectionReply;
            "step-hit": $crate::StepHitRequest => $crate::HitReply;
            "partner": $crate::PartnerRequest => Option<$crate::PartnerReply>;
            "counterparts": $crate::CounterpartsRequest => Option<$crate::Counterparts>;
            "matching-window": $crate::MatchingWindowRequest => Option<$crate::Window>;
            "nearest-match": $crate::NearestMatchRequest => Option<$crate::NearestMatch>;
            "lanes": $crate::LanesRequest => Vec<$crate::LaneRow>;
            "fingerprint": $crate::FingerprintRequest => Option<String>;
            "table": $crate::DataTableRequest => $crate::DataTable;
            "csv": $crate::CsvRequest => $crate::TextReply;
            "totals": $crate::TotalsRequest => Option<$crate::FunctionsReply>;
            "functions": $crate::FunctionTableRequest => $crate::FunctionTableReply;
            "profile-file": $crate::ProfileFileRequest => $crate::ProfileFileReply;
            "space-time": $crate::SpaceTimeRequest => $crate::SpaceTimeReply;
            "relations": $crate::RelationsRequest => $crate::RelationsReply;
            "toggle-element": $crate::ToggleElementRequest => $crate::StructureState;
            "first-call": $crate::FirstCallRequest => Option<$crate::Subject>;
            "elements": $crate::ElementsRequest => $crate::ElementsReply;
            "element-root": $crate::ElementRootRequest => String;
            "move-sequence": $crate::SequenceMoveRequest => $crate::SequenceMoveReply;
            "compare": $crate::CompareRequest => $crate::ComparisonReply;
            "give-up": $crate::GiveUpRequest => ();
            "differences": $crate::DifferencesRequest => $crate::DifferencesReply;
            "go-to": $crate::GoToRequest => $crate::comparison::Framed;
            "identity": $crate::IdentityRequest => Option<Box<$crate::comparison::IdentityReport>>;
            "lane-pairing": $crate::LanePairingRequest => $crate::comparison::LanePairing;
        }
    };
}

macro_rules! pair {
    ($($name:literal: $request:ty => $reply:ty;)*) => {
        $(impl Ask for $request {
            const NAME: &'static str = $name;
            type Reply = $reply;
        })*

        /// Wire names, in the order of the table.
        pub const ASK_NAMES: &[&str] = &[$($name),*];
    };
}

asks!(pair);

#[cfg(test)]
mod tests {
    use super::ASK_NAMES;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_distinct() {
        let distinct: BTreeSet<&str> = ASK_NAMES.iter().copied().collect();
        assert_eq!(distinct.len(), ASK_NAMES.len());
    }
}
