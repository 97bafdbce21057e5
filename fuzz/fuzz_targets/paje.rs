//! Any bytes as events of a Pajé trace, behind a header and a sound state.

#![no_main]

mod oracle;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let head = b"%EventDef PajeDefineStateType 2\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n\
        %EventDef PajeCreateContainer 6\n% Time date\n% Alias string\n% Type string\n% Container string\n% Name string\n\
        %EndEventDef\n%EventDef PajeDestroyContainer 7\n% Time date\n% Name string\n%EndEventDef\n\
        %EventDef PajeSetState 1\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePushState 12\n% Time date\n% Type string\n% Container string\n% Value string\n%EndEventDef\n\
        %EventDef PajePopState 3\n% Time date\n% Type string\n% Container string\n%EndEventDef\n\
        %EventDef PajeStartLink 4\n% Time date\n% Type string\n% StartContainer string\n% Key string\n%EndEventDef\n\
        %EventDef PajeEndLink 5\n% Time date\n% Type string\n% EndContainer string\n% Key string\n%EndEventDef\n\
        6 0 a P 0 a\n2 S P S\n12 1 S a f\n3 2 S a\n";
    oracle::check(&[&head[..], bytes].concat(), 1 + bytes.len() % 37);
});
