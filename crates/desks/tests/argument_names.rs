//! Identity rules that say which arguments complete names: by default, switched off, and written by a person.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use diptych_engine::{ReadOptions, naming_of_text, read, read_any};

const FILE: &[u8] =
    br#"[{"ph":"X","name":"SROAPass","ts":0,"dur":1,"pid":1,"tid":1,"args":{"detail":"main"}},
    {"ph":"X","name":"aten::mm","ts":2,"dur":1,"pid":1,"tid":1,"args":{"Input Dims":[[2]]}}]"#;

fn names(rules: &str) -> Vec<String> {
    let options = ReadOptions { naming: naming_of_text(rules), ..ReadOptions::default() };
    let run = read_any("run.json", options, FILE).unwrap();
    let specs = run.trace.functions().specs(run.trace.names());
    specs.iter().map(|spec| spec.name.to_owned()).collect()
}

#[test]
fn default_rules_name_the_details_of_clang_only() {
    assert_eq!(names(""), ["SROAPass main", "aten::mm"]);
    let run = read("run.json", FILE).unwrap();
    assert_eq!(run.trace.functions().specs(run.trace.names())[0].name, "SROAPass main");
}

#[test]
fn rules_switch_arguments_on_and_off() {
    assert_eq!(names("defaults\noff Details of clang\n"), ["SROAPass", "aten::mm"]);
    assert_eq!(names("# no rules"), ["SROAPass", "aten::mm"]);
    assert_eq!(names("name argument /Input Dims/aten::*/"), ["SROAPass", "aten::mm [[2]]"]);
    assert_eq!(names("- name argument /Input Dims//"), ["SROAPass", "aten::mm"]);
    assert_eq!(names("what is this"), ["SROAPass main", "aten::mm"], "a wrong text counts as the defaults");
}
