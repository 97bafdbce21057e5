//! A report as stored bytes: its texts in one list and its numbers in another, both in the order in which this file
//! writes them.

use diptych_protocol::SideName;
use diptych_protocol::comparison::{
    IdentityReport, RenameProposal, RuleKind, RuleLine, RuleProblem, RuleRow, RuleSample, RuleSubject,
    SamplePiece, SideAgreement, UnmatchedName,
};
use diptych_store::{Columns, StoreError};

/// All rule subjects. A report stores one as its number.
const SUBJECTS: [RuleSubject; 5] =
    [RuleSubject::Name, RuleSubject::File, RuleSubject::Both, RuleSubject::Rename, RuleSubject::Pair];

const KINDS: [RuleKind; 3] = [RuleKind::Pattern, RuleKind::Balanced, RuleKind::Argument];

/// Writes a report.
pub(super) fn put(report: &IdentityReport, columns: &mut Columns<'_>) {
    let mut out = ReportWriter::default();
    out.list(&report.rules, ReportWriter::row);
    out.text(&report.text);
    out.text(&report.short);
    out.list(report.problem.as_slice(), |out, problem| {
        out.number(problem.line);
        out.text(&problem.message);
    });
    for side in 0..2 {
        let SideAgreement { calls, time, calls_before, time_before } = report.agreement[side];
        out.numbers(&[calls, time, calls_before, time_before]);
        out.list(&report.unmatched[side], ReportWriter::unmatched);
        out.number(report.unmatched_of[side]);
    }
    out.list(&report.proposals, |out, RenameProposal { a, b, reason, gain, rule }| {
        out.texts(&[a, b, reason, gain]);
        out.rule(rule);
    });
    out.list(&report.samples, |out, sample| {
        out.number(sample.side.index() as u32);
        out.list(&sample.pieces, |out, piece| {
            out.text(&piece.text);
            out.number(u32::from(piece.removed));
        });
        out.text(&sample.becomes);
    });
    columns.put_texts("texts", out.texts.iter().map(String::as_str));
    columns.put("numbers", &out.numbers);
}

/// Reads a report. The bytes may be any, so this fails on damaged ones.
pub(super) fn report(columns: &Columns<'_>) -> Result<IdentityReport, StoreError> {
    let texts = columns.texts("texts")?.into_iter();
    let mut from = ReportReader { texts, numbers: columns.get::<f64>("numbers")?.into_iter() };
    let from = &mut from;
    let (rules, text, short) = (from.list(ReportReader::row)?, from.text()?, from.text()?);
    let problem = from.list(|from| Ok(RuleProblem { line: from.count()?, message: from.text()? }))?.pop();
    let (a, b) = (from.side()?, from.side()?);
    Ok(IdentityReport {
        rules,
        text,
        short,
        problem,
        agreement: [a.0, b.0],
        unmatched: [a.1, b.1],
        unmatched_of: [a.2, b.2],
        proposals: from.list(ReportReader::proposal)?,
        samples: from.list(ReportReader::sample)?,
    })
}

/// Texts and numbers written so far.
#[derive(Debug, Default)]
struct ReportWriter {
    texts: Vec<String>,
    numbers: Vec<f64>,
}

impl ReportWriter {
    fn text(&mut self, text: &str) {
        self.texts.push(text.to_owned());
    }

    fn texts(&mut self, texts: &[&String]) {
        self.texts.extend(texts.iter().map(|&text| text.clone()));
    }

    fn number(&mut self, number: impl Into<f64>) {
        self.numbers.push(number.into());
    }

    fn numbers<N: Into<f64> + Copy>(&mut self, numbers: &[N]) {
        self.numbers.extend(numbers.iter().map(|&number| number.into()));
    }

    fn list<T>(&mut self, items: &[T], item: fn(&mut Self, &T)) {
        self.number(items.len() as u32);
        for one in items {
            item(self, one);
        }
    }

    fn row(&mut self, row: &RuleRow) {
        self.rule(&row.rule);
        self.text(&row.origin);
        self.numbers([row.touched, row.paired, row.merged].as_flattened());
    }

    fn rule(&mut self, rule: &RuleLine) {
        let RuleLine { enabled, on, kind, pattern, becomes, name } = rule;
        self.texts(&[pattern, becomes, name]);
        self.numbers(&[u32::from(*enabled), *on as u32, *kind as u32]);
    }

    fn unmatched(&mut self, row: &UnmatchedName) {
        let UnmatchedName { key, name, file, calls, time, share } = row;
        self.texts(&[key, name, file, time]);
        self.number(*calls);
        self.number(*share);
    }
}

/// Texts and numbers not yet read.
#[derive(Debug)]
struct ReportReader {
    texts: std::vec::IntoIter<String>,
    numbers: std::vec::IntoIter<f64>,
}

impl ReportReader {
    fn text(&mut self) -> Result<String, StoreError> {
        self.texts.next().ok_or(StoreError::Damaged)
    }

    fn number(&mut self) -> Result<f64, StoreError> {
        self.numbers.next().ok_or(StoreError::Damaged)
    }

    fn count(&mut self) -> Result<u32, StoreError> {
        self.number().map(|number| number as u32)
    }

    fn list<T>(&mut self, item: impl Fn(&mut Self) -> Result<T, StoreError>) -> Result<Vec<T>, StoreError> {
        (0..self.count()?).map(|_| item(self)).collect()
    }

    fn row(&mut self) -> Result<RuleRow, StoreError> {
        let (rule, origin) = (self.rule()?, self.text()?);
        let mut sides = || Ok([self.count()?, self.count()?]);
        Ok(RuleRow { rule, origin, touched: sides()?, paired: sides()?, merged: sides()? })
    }

    fn rule(&mut self) -> Result<RuleLine, StoreError> {
        let [pattern, becomes, name] = [self.text()?, self.text()?, self.text()?];
        let [enabled, on, kind] = [self.count()?, self.count()?, self.count()?];
        let on = SUBJECTS.into_iter().find(|&one| one as u32 == on).ok_or(StoreError::Damaged)?;
        let kind = KINDS.into_iter().find(|&one| one as u32 == kind).ok_or(StoreError::Damaged)?;
        Ok(RuleLine { enabled: enabled == 1, on, kind, pattern, becomes, name })
    }

    fn side(&mut self) -> Result<(SideAgreement, Vec<UnmatchedName>, u32), StoreError> {
        let agreement = SideAgreement {
            calls: self.number()?,
            time: self.number()?,
            calls_before: self.number()?,
            time_before: self.number()?,
        };
        let unmatched = self.list(|from| {
            Ok(UnmatchedName {
                key: from.text()?,
                name: from.text()?,
                file: from.text()?,
                time: from.text()?,
                calls: from.count()?,
                share: from.number()?,
            })
        });
        Ok((agreement, unmatched?, self.count()?))
    }

    fn proposal(&mut self) -> Result<RenameProposal, StoreError> {
        Ok(RenameProposal {
            a: self.text()?,
            b: self.text()?,
            reason: self.text()?,
            gain: self.text()?,
            rule: self.rule()?,
        })
    }

    fn sample(&mut self) -> Result<RuleSample, StoreError> {
        let side = SideName::BOTH[usize::from(self.count()? == 1)];
        let pieces = self.list(|from| Ok(SamplePiece { text: from.text()?, removed: from.count()? == 1 }))?;
        Ok(RuleSample { side, pieces, becomes: self.text()? })
    }
}
