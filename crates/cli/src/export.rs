//! `diptych export`: writes a trace as Parquet files.

use crate::args::ExportArgs;
use crate::dataset::{Dataset, DatasetName};
use crate::error::CliError;
use crate::open::{open, unfolded};
use crate::output::{print, shown};
use diptych_tables::TraceTables;
use diptych_views::numbers;
use std::path::Path;

/// Reads the trace and writes its tables.
pub(crate) fn run(args: &ExportArgs) -> Result<(), CliError> {
    let name = args.name.clone().unwrap_or_else(|| name_of(&args.file));
    let name = DatasetName::new(&name).map_err(|why| CliError::Usage(format!("{why}; pass --name NAME")))?;
    let dataset = Dataset::new(&args.parquet, &args.label, name, None)?;
    let run = unfolded(open(&args.file)?, "a table cannot have a row for each call")?;
    let tables = TraceTables::new(&run);
    let unit = tables.unit();
    let (calls, others) = rayon::join(
        || dataset.write(&unit, tables.calls()),
        || {
            let counts = [
                ("functions", dataset.write(&unit, tables.functions())?),
                ("lanes", dataset.write(&unit, tables.lanes())?),
                ("call paths", dataset.write(&unit, tables.call_paths())?),
                ("elements", dataset.write(&unit, tables.elements())?),
            ];
            Ok::<_, CliError>(counts)
        },
    );
    let (calls, others) = (calls?, others?);
    // Last, so that a trace that has a row in `traces` has all of its rows.
    dataset.write(&unit, [tables.trace()])?;
    let all: Vec<String> = std::iter::once(("calls", calls))
        .chain(others)
        .map(|(what, count)| format!("{} {what}", numbers::count(count)))
        .collect();
    print(&format!("{}: {}\n", shown(&args.parquet.display().to_string()), all.join(", ")))
}

/// Returns the name of a file, with that of one of several traces in it.
pub(crate) fn name_of(path: &Path) -> String {
    if path == Path::new("-") {
        return "standard input".to_owned();
    }
    // A relative path may end with `..`.
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
    name.unwrap_or_else(|| "trace".to_owned())
}
