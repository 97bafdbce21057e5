//! A small pair with a change of every kind.

use diptych_testkit::trace;
use diptych_trace::Trace;

const A: &str = "t
  0..1000 main @app/main.py:1
    10..300 parse @app/parse.py:1
      20..40 token @lib/lex.py:2
      50..70 token @lib/lex.py:2
      80..100 token @lib/lex.py:2
      120..140 old @lib/old.py:9
    320..600 render @app/out.py:3
      330..350 escape @lib/text.py:4
      360..380 escape @lib/text.py:4
    620..900 walk @app/walk.py:3
      630..800 walk @app/walk.py:3
        640..660 token @lib/lex.py:2
";
const B: &str = "t
  0..1000 main @app/main.py:1
    10..300 parse @app/parse.py:1
      20..40 token @lib/lex.py:2
      50..70 token @lib/lex.py:2
      80..90 token @lib/lex.py:2
      95..100 token @lib/lex.py:2
      120..140 fast @lib/fast.py:9
    320..600 render @app/out.py:3
      330..350 escape @lib/text.py:4
    620..900 walk @app/walk.py:3
      630..800 walk @app/walk.py:3
        640..660 token @lib/lex.py:2
        670..680 fast @lib/fast.py:9
";

/// Returns two runs of a program. In B, calls take longer or shorter, move to other callers, are made once less, and
/// functions are new and gone.
pub fn changed_pair() -> Vec<Trace> {
    vec![trace(A), trace(B)]
}
