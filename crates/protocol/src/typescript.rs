//! Generates the TypeScript twins: types, the command table, and the link table with its examples.

use crate::commands::{CommandGroup, all_commands};
use crate::link::{
    EXAMPLES, FieldKind, LANE_EXAMPLE_LANES, LANE_EXAMPLES, LaneUse, NOTE_EXAMPLES, SUBJECT_EXAMPLES,
    UNPACKED_EXAMPLES, VERSION, fields,
};
use crate::{
    caption, comparison, comparison_state, compute, desks, elements, event, failure, lanes, notes,
    paths_state, reader, recall, relations, reply, request, scene_info, sides, space_time, state, structure,
    subject, time_state, window,
};
use std::collections::BTreeSet;
use std::fmt::Write;
use ts_rs::{Config, TS, TypeVisitor};

const HEAD: &str = "// Generated from crates/protocol by `npm run types`. Do not edit.\n\n";

/// Returns the generated files by name and content.
pub fn files() -> Vec<(String, String)> {
    vec![
        ("protocol.ts".to_owned(), types()),
        ("commands.ts".to_owned(), commands()),
        ("link-table.ts".to_owned(), link_table()),
    ]
}

/// Declares every type of the protocol.
fn types() -> String {
    let config = Config::default();
    let parts = [states(&config), replies(&config), comparison(&config), roles(&config), asks(&config)];
    HEAD.to_owned() + &parts.concat()
}

/// Declares some types, each exported.
macro_rules! exported {
    ($config:expr, $($module:ident :: $name:ident),* $(,)?) => {
        [$(<$module::$name as TS>::decl($config)),*].map(|decl| format!("export {decl}\n\n")).concat()
    };
}

/// Declarations of the types that a type uses and that were not declared before, each after the types that it uses.
#[derive(Default)]
struct Remaining {
    config: Config,
    declared: BTreeSet<String>,
    text: String,
}

impl Remaining {
    /// Starts after the types that a text declares.
    fn after(text: &str) -> Self {
        let types = text.lines().filter_map(|line| line.strip_prefix("export type "));
        let names = types.filter_map(|line| line.split([' ', '<']).next());
        Self { declared: names.map(str::to_owned).collect(), ..Self::default() }
    }

    /// Returns the declarations for a type, with its own at the end.
    fn of<T: TS + 'static>(mut self) -> String {
        self.visit::<T>();
        self.text
    }
}

impl TypeVisitor for Remaining {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        T::visit_generics(self);
        // Numbers, texts, lists and the like have no file of their own, and no declaration.
        if T::output_path().is_some() && self.declared.insert(T::ident(&self.config)) {
            T::visit_dependencies(self);
            let _ = writeln!(self.text, "export {}\n", T::decl(&self.config));
        }
    }
}

/// Declares the types of the view state, which a link restores.
fn states(config: &Config) -> String {
    // Any parameter gives the same generic declaration.
    let sides = format!("export {}\n\n", <sides::Sides<u32> as TS>::decl(config));
    // These have their order from before the rest was found by following the view state. New types need no line here.
    let listed = sides
        + &exported!(
            config,
            sides::SideName,
            desks::ViewId,
            desks::DeskId,
            window::WindowName,
            state::ThemeChoice,
            subject::CallRef,
            window::Window,
            time_state::TimeAxis,
            time_state::TimeState,
            subject::FunctionRef,
            subject::GroupBy,
            subject::GroupRef,
            subject::LaneRef,
            subject::AreaRef,
            subject::Subject,
            notes::Note,
            notes::NotePlace,
            notes::NoteStatus,
            notes::NoteMark,
            comparison_state::LaneMatching,
            comparison_state::Measure,
            comparison_state::Normalise,
            comparison_state::ComparisonState,
            paths_state::PathsState,
            desks::CompareParts,
            desks::ColorBy,
            desks::MatchMode,
            desks::IcicleState,
            desks::MatchesState,
            desks::CompareState,
            desks::ProfileParts,
            desks::ProfileGold,
            desks::ProfileSides,
            desks::SiblingOrder,
            desks::ProfileWidth,
            desks::ProfileColor,
            desks::ProfileFileFormat,
            desks::RecursionFolding,
            desks::FunctionSort,
            desks::FlameState,
            desks::FunkyState,
            desks::FunctionTableState,
            desks::ProfileState,
            desks::SpaceTimePanels,
            desks::RelationBlend,
            desks::RelationColor,
            desks::RelationWidth,
            desks::SequenceRows,
            desks::StructureLevel,
            desks::StructureParts,
            desks::StructureSides,
            desks::StructureState,
            desks::ElementColor,
            desks::ElementCushion,
            desks::ElementSize,
            desks::ElementTiling,
            desks::FusionLink,
            desks::FusionSides,
            desks::FusionTarget,
            desks::FusionState,
            desks::StateBy,
            desks::DifferenceHue,
            desks::AreaFill,
            desks::AreaGain,
            desks::PartitionOf,
            desks::SpaceTimeState,
        );
    let remaining = Remaining::after(&listed).of::<state::ViewState>();
    listed + &remaining
}

/// Declares the types of the engine's replies and events.
fn replies(config: &Config) -> String {
    exported!(
        config,
        request::Step,
        request::RuleSampleOf,
        event::Event,
        reply::HoverReply,
        reply::SelectionReply,
        reply::KeptReply,
        reply::PickReply,
        reply::ItemPlace,
        reply::PickAction,
        reply::HitReply,
        reply::PartnerReply,
        reply::Swapped,
        reply::TextReply,
        reply::ProfileFileReply,
        reply::FunctionsReply,
        reply::FunctionTableReply,
        relations::RelationList,
        relations::RelationsReply,
        relations::LevelRow,
        relations::PatternReply,
        relations::ListCount,
        relations::RelationRow,
        relations::SequenceMoveReply,
        elements::ElementList,
        elements::ElementsReply,
        elements::ElementRoot,
        elements::ElementCount,
        elements::ElementRow,
        space_time::AreaList,
        space_time::PartitionSearch,
        space_time::AreaRow,
        space_time::CurvePoint,
        space_time::LaneNodeRow,
        space_time::LeftOutRow,
        space_time::PanelNumbers,
        space_time::SpaceTimeReply,
        reply::FunctionTableRow,
        reply::FunctionWeights,
        reply::ComparisonReply,
        reply::DifferencesReply,
        event::SideSummary,
        event::LaneSummary,
        event::ReportRow,
        event::RunRow,
        structure::StructureSummary,
        structure::StructureReply,
        scene_info::SceneInfo,
        scene_info::Pane,
        scene_info::OpenLane,
        scene_info::Minimap,
        scene_info::SearchInfo,
        scene_info::SelectedRow,
        scene_info::RowPane,
        lanes::LaneRow,
        lanes::LanePartner,
        scene_info::Drawn,
        scene_info::LegendEntry,
        scene_info::LegendMark,
        caption::PictureHead,
        caption::PictureNotes,
        caption::Caption,
        event::Fact,
        event::PartnerRow,
        event::Tooltip,
        event::Details,
        event::CallDetails,
        event::CallsDetails,
        event::FunctionRow,
        event::CallRow,
        event::DataTable,
        event::DataTableRow,
        event::Counterparts,
        event::NearestMatch,
    )
}

/// Declares the types of a comparison.
fn comparison(config: &Config) -> String {
    exported!(
        config,
        comparison::DifferenceList,
        comparison::DifferenceOrder,
        comparison::ComparisonSummary,
        comparison::PhaseRow,
        comparison::VerdictPart,
        comparison::Doubt,
        comparison::DifferenceRow,
        comparison::IdentityReport,
        comparison::RuleKind,
        comparison::RuleSubject,
        comparison::RuleLine,
        comparison::RulesDraft,
        comparison::RuleRow,
        comparison::RuleProblem,
        comparison::SideAgreement,
        comparison::UnmatchedName,
        comparison::RenameProposal,
        comparison::RuleSample,
        comparison::SamplePiece,
        comparison::LanePairing,
        comparison::LanePairRow,
        comparison::LaneEnd,
        comparison::Framed,
    )
}

/// Declares the messages of the reader, recall and compute roles.
fn roles(config: &Config) -> String {
    exported!(
        config,
        failure::Failure,
        failure::FailureKind,
        reader::ReadProgress,
        reader::ReadAs,
        reader::ReadPlace,
        reader::FileTrace,
        reader::ReadDone,
        reader::ReadAmount,
        reader::ReadOutcome,
        recall::RecallOutcome,
        recall::CallRecord,
        recall::RecordField,
        compute::Job,
        compute::Need,
        compute::JobProgress,
        compute::FunctionTotals,
        compute::SideTotals,
    )
}

/// Declares the payloads of all asks, and a map of types from the name of each ask to its payload and reply.
fn asks(config: &Config) -> String {
    let mut out = "/** What can be asked, by name: the payload, and what it is answered by. */\n".to_owned();
    out.push_str("export type Asks = {\n");
    let mut payloads = String::new();
    macro_rules! rows {
        ($($name:literal: $request:ty => $reply:ty;)*) => {
            $(let _ = writeln!(payloads, "export {}\n", <$request as TS>::decl(config));
            let _ = writeln!(
                out,
                "  \"{}\": {{ ask: {}; reply: {} }};",
                $name,
                <$request as TS>::name(config),
                <$reply as TS>::name(config),
            );)*
        };
    }
    crate::asks!(rows);
    payloads + &out + "};\n"
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn list(words: &[&str]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", ")
}

fn commands() -> String {
    let mut out = HEAD.to_owned();
    let ids: Vec<String> = all_commands().map(|command| quoted(command.id)).collect();
    let _ = writeln!(out, "export type CommandId =\n  | {};\n", ids.join("\n  | "));
    out.push_str(
        "export type Command = { id: CommandId; title: string; group: string; keys: readonly string[] };\n\n",
    );
    let groups: Vec<&str> = CommandGroup::ALL.iter().map(|group| group.title()).collect();
    let _ = writeln!(out, "export const COMMAND_GROUPS: readonly string[] = [{}];\n", list(&groups));
    out.push_str("export const COMMANDS: readonly Command[] = [\n");
    for command in all_commands() {
        let (id, title, group) = (quoted(command.id), quoted(command.title), quoted(command.group.title()));
        let keys = list(command.keys);
        let _ = writeln!(out, "  {{ id: {id}, title: {title}, group: {group}, keys: [{keys}] }},");
    }
    out.push_str("];\n");
    out
}

fn link_table() -> String {
    let mut out = format!("{HEAD}import type {{ ViewState }} from \"./protocol.js\";\n\n");
    out.push_str("export type LinkField = {\n  key: string;\n  path: readonly string[];\n");
    out.push_str("  kind: \"word\" | \"maybe-word\" | \"flag\" | \"count\" | \"tick\" | \"window\" | \"subject\" | \"text\" | \"list\" | \"notes\";\n  words: readonly string[];\n  /** The lanes that the value names. A number is one more than the row. */\n  lanes: \"none\" | \"a\" | \"b\" | \"pairs\";\n};\n\n");
    let _ = writeln!(out, "export const LINK_VERSION = {VERSION};\n");
    let _ = writeln!(out, "export const MAX_NOTE_CHARS = {};\n", notes::MAX_NOTE_CHARS);
    let state = serde_json::to_string(&state::ViewState::default()).unwrap_or_default();
    let _ = writeln!(out, "export const DEFAULT_VIEW_STATE: ViewState = {state};\n");
    out.push_str("export const LINK_FIELDS: readonly LinkField[] = [\n");
    for field in fields() {
        let (kind, words): (_, &[&str]) = match field.kind {
            FieldKind::Word(words) => ("word", words),
            FieldKind::Flag => ("flag", &[]),
            FieldKind::MaybeWord(words) => ("maybe-word", words),
            FieldKind::Count => ("count", &[]),
            FieldKind::Tick => ("tick", &[]),
            FieldKind::Window => ("window", &[]),
            FieldKind::Subject => ("subject", &[]),
            FieldKind::Text => ("text", &[]),
            FieldKind::List => ("list", &[]),
            FieldKind::Notes => ("notes", &[]),
        };
        let lanes = match field.lanes {
            LaneUse::None => "none",
            LaneUse::OfA => "a",
            LaneUse::OfB => "b",
            LaneUse::Pairs => "pairs",
        };
        let path: Vec<String> = field.path();
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let (key, path, words) = (quoted(field.key), list(&path), list(words));
        let _ = writeln!(
            out,
            "  {{ key: {key}, path: [{path}], kind: \"{kind}\", words: [{words}], lanes: \"{lanes}\" }},"
        );
    }
    out.push_str("];\n\n// A hash, and what it becomes when it is read and written again.\n");
    out.push_str("export const LINK_EXAMPLES: readonly (readonly [string, string])[] = [\n");
    for (read, written) in EXAMPLES {
        let _ = writeln!(out, "  [{}, {}],", quoted(read), quoted(written));
    }
    out.push_str("];\n\n// Values that name lanes: a hash, its text while no side is open, and its text once both have these lanes.\n");
    out.push_str("export const LANE_EXAMPLE_LANES: readonly { name: string; parent: number | null }[] = [\n");
    for (name, parent) in LANE_EXAMPLE_LANES {
        let parent = parent.map_or_else(|| "null".to_owned(), |row| row.to_string());
        let _ = writeln!(out, "  {{ name: {}, parent: {parent} }},", quoted(name));
    }
    out.push_str("];\nexport const LANE_EXAMPLES: readonly (readonly [string, string, string])[] = [\n");
    for (read, waiting, written) in LANE_EXAMPLES {
        let _ = writeln!(out, "  [{}, {}, {}],", quoted(read), quoted(waiting), quoted(written));
    }
    out.push_str("];\n\n// Packed rules and their text; blank if the value is damaged.\n");
    out.push_str("export const UNPACKED_EXAMPLES: readonly (readonly [string, string])[] = [\n");
    for (value, rules) in UNPACKED_EXAMPLES {
        let _ = writeln!(out, "  [{}, {}],", quoted(value), quoted(rules));
    }
    out.push_str("];\n\n// Values of `note`, and their notes as pairs of place and text; none if the value is damaged.\n");
    out.push_str("export const NOTE_EXAMPLES: readonly (readonly [string, readonly (readonly [string, string])[]])[] = [\n");
    for (value, notes) in NOTE_EXAMPLES {
        let notes: Vec<String> =
            notes.iter().map(|(place, text)| format!("[{}, {}]", quoted(place), quoted(text))).collect();
        let _ = writeln!(out, "  [{}, [{}]],", quoted(value), notes.join(", "));
    }
    out.push_str("];\n\n// Values of `sel`, every kind of subject.\n");
    let _ = writeln!(out, "export const SUBJECT_EXAMPLES: readonly string[] = [{}];", list(SUBJECT_EXAMPLES));
    out
}
