//! The comparison and the totals, with the results so far.

use super::failures::{not_compared, unlike_axes, wrong_rules};
use super::status::ComparisonStatus;
use crate::analyses::{
    Comparison, ComparisonRequest, IdentityBasis, Lookup, PairAlignment, Progress, Totals, TotalsQuery,
};
use crate::desks::{Desk, needs};
use crate::engine::Engine;
use crate::kept::StoredComparison;
use crate::session::Session;
use diptych_protocol::comparison::RuleProblem;
use diptych_protocol::compute::FunctionTotals;
use diptych_protocol::{SideName, ViewState};
use diptych_trace::Trace;
use diptych_views::{PairSimilarity, ResultKind};
use std::rc::Rc;

impl Engine {
    /// Updates the comparison. Missing results become work: the similarity if the current desk wants it, and the
    /// proposals after all else if `proposals` is set.
    pub(crate) fn compare(&mut self, view_state: &ViewState, proposals: bool) -> ComparisonStatus {
        self.is_given_up = false;
        let state = &view_state.comparison;
        if let Some(kept) = &mut self.kept {
            return kept.compared(state, &mut self.analyses);
        }
        let similarity =
            needs(self.desks.in_front(view_state), view_state).contains(&ResultKind::of::<PairSimilarity>());
        let (versions, request) = (self.session.versions(), ComparisonRequest::new(state));
        let mut compared = ComparisonStatus { summary: None, failure: None, is_pending: false };
        if self.comparison.as_ref().is_none_or(|comparison| !comparison.is_of(versions, &request)) {
            self.comparison = None;
            let Some([a, b]) = self.traces() else { return compared };
            if let Some(empty) = self.empty_range() {
                compared.failure = Some(empty);
                return compared;
            }
            if a.axis() != b.axis() {
                compared.failure = Some(unlike_axes([a.axis(), b.axis()]));
                return compared;
            }
            match IdentityBasis::new(formats(&self.session), &request.rules) {
                Ok(basis) => self.comparison = Some(Comparison::new(versions, request, basis)),
                Err(problem) => self.compare_by_default(versions, request, &problem, &mut compared),
            }
        }
        // The check comes before all other work that needs these rules.
        let check = self.comparison.as_mut().map(|comparison| comparison.basis.is_right(&mut self.analyses));
        let is_right = match check {
            Some(Err(problem)) => {
                let request = ComparisonRequest::new(state);
                self.compare_by_default(versions, request, &problem, &mut compared);
                true
            }
            Some(Ok(is_right)) => is_right,
            None => return compared,
        };
        let Some(comparison) = &mut self.comparison else { return compared };
        match comparison.update(state, similarity, &self.session, &mut self.analyses) {
            Progress::Ranked => {
                let counts = proposals && comparison.count_proposals(&mut self.analyses);
                compared.is_pending = comparison.awaits_similarity() || counts;
                compared.summary = self.summary(state);
            }
            Progress::Failed if is_right => compared.failure = Some(not_compared()),
            Progress::Failed | Progress::Pending => compared.is_pending = true,
        }
        compared
    }

    /// Compares by the default rules, because wrong rules do not keep the sides from being compared.
    fn compare_by_default(
        &mut self,
        versions: [u32; 2],
        request: ComparisonRequest,
        problem: &RuleProblem,
        compared: &mut ComparisonStatus,
    ) {
        compared.failure = Some(wrong_rules(problem));
        let basis = IdentityBasis::new(formats(&self.session), "");
        self.comparison = basis.ok().map(|basis| Comparison::new(versions, request, basis));
    }

    /// Requests the results that a desk and its views need. It starts no comparison, which needs an ask of its own. After a
    /// cancellation it requests nothing until the next ask.
    pub(crate) fn want(&mut self, desk: &dyn Desk, needs: &[ResultKind], state: &ViewState) {
        if !self.is_given_up {
            if let Some(comparison) = &mut self.comparison
                && needs.contains(&ResultKind::of::<PairSimilarity>())
            {
                comparison.want_similarity(&state.comparison, &mut self.analyses);
            }
            desk.want(self, state);
        }
        let comparison = self.comparison.as_ref();
        let current = comparison.filter(|comparison| comparison.versions == self.session.versions());
        let aligned = current.and_then(Comparison::aligned);
        self.results.set(aligned.map(PairAlignment::index));
        self.results.set(current.and_then(Comparison::similar).cloned());
        for part in self.desks.stored_parts() {
            let stored = self.kept.iter().flat_map(StoredComparison::results);
            let value =
                stored.into_iter().find(|(kind, _)| *kind == part.kind()).and_then(|(_, value)| value);
            self.results.set_kind(part.kind(), value);
        }
    }

    /// Returns the time by function of the open sides, most self time first; `None` while it is being computed.
    pub fn totals(&mut self, rules: &str) -> Option<Rc<Vec<FunctionTotals>>> {
        if let Some(kept) = &self.kept {
            return Some(kept.functions());
        }
        let rules = self.right_rules(rules).or_else(|_| self.right_rules("")).ok()??;
        let versions = SideName::BOTH.map(|side| self.version(side));
        match self.analyses.need::<Totals>(&TotalsQuery { rules }, versions) {
            Lookup::Ready(totals) => Some(totals),
            Lookup::Pending | Lookup::Failed => None,
        }
    }

    /// Returns the traces of both sides, if both are open.
    pub fn traces(&self) -> Option<[&Trace; 2]> {
        Some([self.session.trace(SideName::A)?, self.session.trace(SideName::B)?])
    }

    /// Returns the rules for the open sides with the defaults written out, or `None` while they are being checked.
    ///
    /// # Errors
    ///
    /// Fails if the rules are wrong.
    pub fn right_rules(&mut self, rules: &str) -> Result<Option<String>, RuleProblem> {
        let mut basis = IdentityBasis::new(formats(&self.session), rules)?;
        Ok(basis.is_right(&mut self.analyses)?.then(|| basis.rules.to_text()))
    }
}

/// Returns the formats of both sides. An empty side counts as having the format of the other.
pub(crate) fn formats(session: &Session) -> [&str; 2] {
    let [a, b] = SideName::BOTH.map(|side| session.slot(side).run().map(|run| run.format.as_str()));
    [a.or(b).unwrap_or(""), b.or(a).unwrap_or("")]
}
