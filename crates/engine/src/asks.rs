//! The answer to every ask of the protocol's table.

use crate::answer::Answer;
use crate::engine::Engine;
use crate::queries::Compared;
use crate::views::DeskRequest;
use diptych_compare::identity::Rules;
use diptych_protocol::comparison::{Framed, IdentityReport, LanePairing};
use diptych_protocol::{
    CloseRequest, CompareRequest, ComparisonReply, Counterparts, CounterpartsRequest, CsvRequest, DataTable,
    DataTableRequest, DifferencesReply, DifferencesRequest, ElementRootRequest, ElementsReply,
    ElementsRequest, Failure, FirstCallRequest, FunctionTableReply, FunctionTableRequest, FunctionsReply,
    GiveUpRequest, GoToRequest, HitReply, HoverReply, HoverRequest, IdentityRequest, ItemPlace, ItemsRequest,
    LanePairingRequest, LaneRow, LanesRequest, LayoutRequest, PartnerReply, PartnerRequest, PickReply,
    PickRequest, ProfileFileReply, ProfileFileRequest, RangeTableRequest, RelationsReply, RelationsRequest,
    RemoveRunRequest, SceneInfo, SelectRangeRequest, SelectRequest, SelectionReply, SequenceMoveReply,
    SequenceMoveRequest, SideSummary, SpaceTimeReply, SpaceTimeRequest, StepHitRequest, StepRequest,
    StructureState, Subject, SwapRequest, Swapped, TextReply, ToggleElementRequest, TotalsRequest,
};
use diptych_scene::Size;

/// Most functions in one reply. The reply always gives their number.
const FUNCTIONS_LISTED: usize = 1000;

/// Implements [`Answer`] for rows of the form `Payload => Reply: |engine, ask| …`.
macro_rules! answered {
    ($($request:ty => $reply:ty: |$engine:ident, $ask:pat_param| $body:expr;)*) => {
        $(impl Answer<$request> for Engine {
            fn answer(&mut self, $ask: &$request) -> Result<$reply, Failure> {
                let $engine = self;
                $body
            }
        })*
    };
}

answered! {
    CloseRequest => (): |engine, ask| { engine.close(ask.side); Ok(()) };
    RemoveRunRequest => Option<Box<SideSummary>>: |engine, ask| Ok(engine.remove_run(ask.side, ask.run));
    SwapRequest => Swapped: |engine, ask| {
        Ok(Swapped { sides: engine.swap(), rules: Rules::swapped_text(&ask.rules) })
    };
    LayoutRequest => SceneInfo: |engine, ask| {
        let size = Size { width: ask.width, height: ask.height };
        let request = DeskRequest { state: &ask.state, theme: ask.theme, size, tubes: ask.tubes, held: ask.held };
        engine.layout(ask.desk, request)
    };
    HoverRequest => HoverReply: |engine, ask| Ok(engine.hover(ask.desk, ask.point));
    PickRequest => PickReply: |engine, ask| Ok(engine.pick(ask.desk, ask.point));
    ItemsRequest => Vec<ItemPlace>: |engine, ask| Ok(engine.items(ask.desk));
    SelectRequest => SelectionReply: |engine, ask| Ok(engine.select(ask.subject.clone()));
    SelectRangeRequest => SelectionReply: |engine, ask| Ok(engine.select_range(ask));
    RangeTableRequest => TextReply: |engine, ask| Ok(engine.range_table(ask));
    StepRequest => SelectionReply: |engine, ask| Ok(engine.step(ask.from.as_ref(), ask.step));
    StepHitRequest => HitReply: |engine, ask| Ok(engine.step_hit(ask.from.as_ref(), ask.forward));
    PartnerRequest => Option<PartnerReply>: |engine, ask| Ok(engine.partner(&ask.call));
    CounterpartsRequest => Option<Counterparts>: |engine, ask| Ok(engine.counterparts(ask));
    LanesRequest => Vec<LaneRow>: |engine, ask| Ok(engine.lanes(ask.side, &ask.state));
    DataTableRequest => DataTable: |engine, ask| Ok(engine.data_table(ask.view, ask.first, ask.count));
    CsvRequest => TextReply: |engine, ask| engine.csv(ask.view);
    TotalsRequest => Option<FunctionsReply>: |engine, ask| {
        Ok(engine.totals(&ask.rules).map(|all| FunctionsReply {
            functions: all.iter().take(FUNCTIONS_LISTED).cloned().collect(),
            total: all.len() as u32,
        }))
    };
    FunctionTableRequest => FunctionTableReply: |engine, ask| Ok(engine.function_table(ask));
    ProfileFileRequest => ProfileFileReply: |engine, ask| Ok(engine.profile_file(ask));
    SpaceTimeRequest => SpaceTimeReply: |engine, ask| Ok(engine.space_time(ask));
    RelationsRequest => RelationsReply: |engine, ask| Ok(engine.relations(*ask));
    ElementsRequest => ElementsReply: |engine, ask| Ok(engine.elements(*ask));
    ElementRootRequest => String: |engine, ask| Ok(engine.element_root(ask));
    ToggleElementRequest => StructureState: |engine, ask| Ok(engine.toggle_element(ask));
    FirstCallRequest => Option<Subject>: |engine, ask| Ok(engine.first_call_of(ask));
    SequenceMoveRequest => SequenceMoveReply: |engine, ask| Ok(engine.move_sequence(ask));
    CompareRequest => ComparisonReply: |engine, ask| {
        let Compared { summary, failure, is_pending } = engine.compare(&ask.state, ask.proposals);
        match failure {
            // Wrong rules alone are no failure: the sides are still compared, by the default rules.
            Some(failure) if summary.is_none() && !is_pending => Err(failure),
            wrong_rules => {
                Ok(ComparisonReply { summary: summary.map(Box::new), pending: is_pending, wrong_rules })
            }
        }
    };
    GiveUpRequest => (): |engine, ask| {
        engine.analyses.given_up(&ask.jobs);
        engine.is_given_up = true;
        Ok(())
    };
    DifferencesRequest => DifferencesReply: |engine, ask| {
        Ok(engine.stretch(ask.list, ask.order, ask.first, ask.count))
    };
    GoToRequest => Framed: |engine, ask| Ok(engine.go_to(ask.id));
    IdentityRequest => Option<Box<IdentityReport>>: |engine, ask| {
        let report = engine.identity(&ask.draft, &ask.samples)?;
        Ok(report.map(|report| Box::new(report.as_ref().clone())))
    };
    LanePairingRequest => LanePairing: |engine, _| Ok(engine.lane_pairing());
}
