//! The answers to asks: by the engine itself here, by desks in [`crate::desks`].

use crate::answers;
use crate::ask_handler::AskHandler;
use crate::desks::Desk;
use crate::engine::Engine;
use crate::queries::ComparisonStatus;
use crate::views::DeskRequest;
use diptych_compare::identity::Rules;
use diptych_protocol::comparison::{Framed, IdentityReport, LanePairing};
use diptych_protocol::{
    Ask, CloseRequest, CompareRequest, ComparisonReply, Counterparts, CounterpartsRequest, CsvRequest,
    DataTable, DataTableRequest, DifferencesReply, DifferencesRequest, Failure, FailureKind,
    FingerprintRequest, FunctionsReply, GiveUpRequest, GoToRequest, HitReply, HoverReply, HoverRequest,
    IdentityRequest, ItemPlace, ItemsRequest, LanePairingRequest, LaneRow, LanesRequest, LayoutRequest,
    MatchingWindowRequest, NearestMatch, NearestMatchRequest, PartnerReply, PartnerRequest, PickReply,
    PickRequest, RangeTableRequest, RemoveRunRequest, SceneInfo, SelectRangeRequest, SelectRequest,
    SelectionReply, SideSummary, StepHitRequest, StepRequest, SwapRequest, Swapped, TextReply, TotalsRequest,
    Window,
};
use diptych_scene::Size;
use std::any::TypeId;

/// Most functions in one reply. The reply always gives their number.
const FUNCTIONS_LISTED: usize = 1000;

impl Engine {
    /// Answers an ask. [`Self::take_words`] and [`Self::take_events`] then give the scene and the events.
    ///
    /// # Errors
    ///
    /// Fails as the ask does, and for an ask that nothing answers.
    pub fn ask<A: Ask>(&mut self, ask: &A) -> Result<A::Reply, Failure> {
        let of_desks = self.desks.iter().flat_map(Desk::asks);
        let handler = SHARED.iter().chain(of_desks).find(|handler| (handler.payload)() == TypeId::of::<A>());
        let reply =
            handler.and_then(|handler| (handler.answer)(self, ask)).ok_or_else(|| unanswered(A::NAME))??;
        reply.downcast().map(|reply| *reply).map_err(|_| unanswered(A::NAME))
    }
}

fn unanswered(name: &str) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Internal,
        title: "The page asked for something unknown.".to_owned(),
        body: format!("This version of Diptych has no answer to “{name}”. Reload the page."),
    }
}

/// Answers that do not belong to one desk.
struct Shared;

answers! { Shared:
    CloseRequest => (): |engine, ask| { engine.close(ask.side); Ok(()) };
    RemoveRunRequest => Option<Box<SideSummary>>: |engine, ask| Ok(engine.remove_run(ask.side, ask.run));
    SwapRequest => Swapped: |engine, ask| {
        Ok(Swapped { sides: engine.swap(), rules: Rules::swapped_text(&ask.rules) })
    };
    LayoutRequest => SceneInfo: |engine, ask| {
        engine.use_ranges(ask.state.comparison.ranges);
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
    MatchingWindowRequest => Option<Window>: |engine, ask| Ok(engine.matching_window(ask.side, ask.window));
    NearestMatchRequest => Option<NearestMatch>: |engine, ask| Ok(engine.nearest_match(*ask));
    LanesRequest => Vec<LaneRow>: |engine, ask| Ok(engine.lanes(ask.side, &ask.state));
    FingerprintRequest => Option<String>: |engine, ask| Ok(engine.fingerprint(ask.side));
    DataTableRequest => DataTable: |engine, ask| Ok(engine.data_table(ask.view, ask.first, ask.count));
    CsvRequest => TextReply: |engine, ask| engine.csv(ask.view);
    TotalsRequest => Option<FunctionsReply>: |engine, ask| {
        Ok(engine.totals(&ask.rules).map(|all| FunctionsReply {
            functions: all.iter().take(FUNCTIONS_LISTED).cloned().collect(),
            total: all.len() as u32,
        }))
    };
    CompareRequest => ComparisonReply: |engine, ask| {
        engine.use_ranges(ask.state.comparison.ranges);
        let ComparisonStatus { summary, failure, is_pending } = engine.compare(&ask.state, ask.proposals);
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

static SHARED: &[AskHandler] = &[
    AskHandler::new::<Shared, CloseRequest>(),
    AskHandler::new::<Shared, RemoveRunRequest>(),
    AskHandler::new::<Shared, SwapRequest>(),
    AskHandler::new::<Shared, LayoutRequest>(),
    AskHandler::new::<Shared, HoverRequest>(),
    AskHandler::new::<Shared, PickRequest>(),
    AskHandler::new::<Shared, ItemsRequest>(),
    AskHandler::new::<Shared, SelectRequest>(),
    AskHandler::new::<Shared, SelectRangeRequest>(),
    AskHandler::new::<Shared, RangeTableRequest>(),
    AskHandler::new::<Shared, StepRequest>(),
    AskHandler::new::<Shared, StepHitRequest>(),
    AskHandler::new::<Shared, PartnerRequest>(),
    AskHandler::new::<Shared, CounterpartsRequest>(),
    AskHandler::new::<Shared, MatchingWindowRequest>(),
    AskHandler::new::<Shared, NearestMatchRequest>(),
    AskHandler::new::<Shared, LanesRequest>(),
    AskHandler::new::<Shared, FingerprintRequest>(),
    AskHandler::new::<Shared, DataTableRequest>(),
    AskHandler::new::<Shared, CsvRequest>(),
    AskHandler::new::<Shared, TotalsRequest>(),
    AskHandler::new::<Shared, CompareRequest>(),
    AskHandler::new::<Shared, GiveUpRequest>(),
    AskHandler::new::<Shared, DifferencesRequest>(),
    AskHandler::new::<Shared, GoToRequest>(),
    AskHandler::new::<Shared, IdentityRequest>(),
    AskHandler::new::<Shared, LanePairingRequest>(),
];
