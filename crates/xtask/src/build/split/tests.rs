//! What is split does what the whole module does: both run in Node.

use std::process::Command;

use wasm_encoder::{
    CodeSection, ConstExpr, ElementSection, Elements, EntityType, ExportKind, ExportSection, Function,
    FunctionSection, GlobalSection, GlobalType, ImportSection, MemorySection, MemoryType, Module as Written,
    NameMap, NameSection, RefType, TableSection, TableType, TypeSection, ValType,
};

use super::calls::{Door, Part, Plan};
use super::module::Module;
use super::{members, split};
use crate::process;

const NAMES: [&str; 9] = [
    "loaded",
    "load_part",
    "main",
    "late::entered",
    "late_helper",
    "shared",
    "late::by_reference",
    "desk::entered",
    "desk_helper",
];

/// `main(x)` adds what `late::entered(x)`, `shared(x)` and `desk::entered(x)` give and what is called through the table;
/// the first calls `late_helper`, which writes to the memory and to a global and calls `shared`. `desk::entered` calls
/// `desk_helper` and `late_helper` too.
fn whole() -> Vec<u8> {
    let mut types = TypeSection::new();
    types.ty().function([], []);
    types.ty().function([ValType::I32], [ValType::I32]);
    types.ty().function([ValType::I32], []);
    let mut imports = ImportSection::new();
    imports.import("js", "loaded", EntityType::Function(2));
    let mut functions = FunctionSection::new();
    for of_type in [2, 1, 1, 1, 1, 1, 1, 1] {
        functions.function(of_type);
    }
    let mut tables = TableSection::new();
    let size = |minimum| TableType {
        element_type: RefType::FUNCREF,
        table64: false,
        minimum,
        maximum: None,
        shared: false,
    };
    tables.table(size(2));
    let mut memories = MemorySection::new();
    memories.memory(MemoryType {
        minimum: 1,
        maximum: None,
        memory64: false,
        shared: false,
        page_size_log2: None,
    });
    let mut globals = GlobalSection::new();
    let counter = GlobalType { val_type: ValType::I32, mutable: true, shared: false };
    globals.global(counter, &ConstExpr::i32_const(5));
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    exports.export("load_part", ExportKind::Func, 1);
    exports.export("main", ExportKind::Func, 2);
    let mut elements = ElementSection::new();
    elements.active(None, &ConstExpr::i32_const(1), Elements::Functions([6].as_slice().into()));
    let mut code = CodeSection::new();
    let mut add = |write: &dyn Fn(&mut Function)| {
        let mut function = Function::new([]);
        write(&mut function);
        function.instructions().end();
        code.function(&function);
    };
    add(&|body| {
        body.instructions().local_get(0).call(0);
    });
    add(&|body| {
        let mut sink = body.instructions();
        sink.local_get(0).call(3).local_get(0).call(5).i32_add();
        sink.local_get(0).i32_const(1).call_indirect(0, 1).i32_add();
        sink.local_get(0).call(7).i32_add();
    });
    add(&|body| {
        body.instructions().local_get(0).call(4).i32_const(100).i32_mul();
    });
    add(&|body| {
        let mut sink = body.instructions();
        sink.global_get(0).i32_const(1).i32_add().global_set(0);
        let at = wasm_encoder::MemArg { offset: 8, align: 2, memory_index: 0 };
        sink.i32_const(0)
            .local_get(0)
            .i32_store(at)
            .i32_const(0)
            .i32_load(at)
            .call(5)
            .global_get(0)
            .i32_add();
    });
    add(&|body| {
        body.instructions().local_get(0).i32_const(3).i32_add();
    });
    add(&|body| {
        body.instructions().local_get(0).i32_const(7).i32_mul();
    });
    add(&|body| {
        body.instructions().local_get(0).call(8).call(4).i32_const(1000).i32_mul();
    });
    add(&|body| {
        body.instructions().local_get(0).i32_const(11).i32_mul();
    });
    let mut named = NameMap::new();
    for (name, function) in NAMES.into_iter().zip(0..) {
        named.append(function, name);
    }
    let mut names = NameSection::new();
    names.functions(&named);
    let mut module = Written::new();
    module.section(&types).section(&imports).section(&functions).section(&tables).section(&memories);
    module.section(&globals).section(&exports).section(&elements).section(&code).section(&names);
    module.finish()
}

fn beginnings(parts: &[&str]) -> Vec<Vec<String>> {
    parts.iter().map(|&beginning| vec![beginning.to_owned()]).collect()
}

#[test]
fn what_a_part_alone_calls_goes_with_it() {
    let bytes = whole();
    let plan = Plan::new(&Module::read(&bytes).unwrap(), &beginnings(&["late::"])).unwrap();
    assert_eq!(plan.parts, [Part { functions: [3, 6].into(), needed: [4].into() }]);
    assert_eq!(plan.doors, [(3, Door { part: 0, place: 0 }), (6, Door { part: 0, place: 1 })].into());
}

#[test]
fn what_two_parts_call_is_behind_a_door_of_the_first() {
    let bytes = whole();
    let module = Module::read(&bytes).unwrap();
    let plan = Plan::new(&module, &beginnings(&["late::", "desk::"])).unwrap();
    let late = Part { functions: [3, 4, 6].into(), needed: [5].into() };
    assert_eq!(plan.parts, [late, Part { functions: [7, 8].into(), needed: [4].into() }]);
    let door = |part, place| Door { part, place };
    let doors = [(3, door(0, 0)), (4, door(0, 1)), (6, door(0, 2)), (7, door(1, 3))];
    assert_eq!(plan.doors, doors.into());
    let twice = Plan::new(&module, &beginnings(&["late::", "late::e"])).unwrap_err();
    assert_eq!(twice.to_string(), "two parts name late::entered");
}

#[test]
fn members_of_a_part_are_its_functions() {
    let parts = beginnings(&["late::", "desk::"]);
    let names = |place: usize| -> Vec<String> {
        members(&whole(), &parts, place).unwrap().into_iter().map(|(name, _)| name).collect()
    };
    assert_eq!(names(0), ["late::entered", "late_helper", "late::by_reference"]);
    assert_eq!(names(1), ["desk::entered", "desk_helper"]);
    assert!(members(&whole(), &parts, 0).unwrap().iter().all(|&(_, bytes)| bytes > 0));
    assert!(members(&whole(), &parts, 2).is_err());
}

/// Runs modules as a worker does, each part when it is called for, and prints what `main` gives, twice, the memory, and
/// which parts were loaded.
const RUN: &str = "
    import { readFileSync } from 'node:fs';
    const [first, ...parts] = process.argv.slice(1).map((name) => new WebAssembly.Module(readFileSync(name)));
    const loads = [];
    const load = (part) => { loads.push(part); new WebAssembly.Instance(parts[part], { '': exports }); };
    const { exports } = new WebAssembly.Instance(first, { js: { loaded: load } });
    const given = [exports.main(4), exports.main(-9)];
    console.log(given.join(' '), new Int32Array(exports.memory.buffer)[2], 'loads', loads.join());";

fn run(modules: &[&[u8]]) -> String {
    let folder = crate::workspace::target().unwrap().join("split-test").join(modules.len().to_string());
    std::fs::create_dir_all(&folder).unwrap();
    let mut node = Command::new("node");
    node.args(["--input-type=module", "--eval", RUN, "--"]);
    for (number, module) in modules.iter().enumerate() {
        let path = folder.join(format!("{number}.wasm"));
        std::fs::write(&path, module).unwrap();
        node.arg(path);
    }
    process::stdout_of(&mut node).unwrap()
}

#[test]
fn all_modules_do_what_the_whole_one_does() {
    let bytes = whole();
    let answer = run(&[&bytes]);
    assert!(answer.ends_with("loads \n"), "{answer}");
    for (named, loads) in [(&["late::"][..], "loads 0"), (&["late::", "desk::"], "loads 0,1")] {
        let modules = split(&bytes, &beginnings(named), "load_part").unwrap();
        assert_eq!(modules.len(), 1 + named.len());
        for module in &modules {
            wasmparser::Validator::new().validate_all(module).unwrap();
        }
        assert!(modules[1..].iter().all(|part| part.len() < bytes.len()));
        let modules: Vec<&[u8]> = modules.iter().map(Vec::as_slice).collect();
        assert_eq!(run(&modules), answer.replace("loads ", loads));
    }
}

#[test]
fn what_nothing_is_called_is_an_error() {
    let bytes = whole();
    let said = |beginning: &str, loader: &str| {
        split(&bytes, &beginnings(&[beginning]), loader).unwrap_err().to_string()
    };
    assert_eq!(said("never::", "load_part"), "no function's name begins with never::");
    let known = super::named(&bytes, beginnings(&["never::", "late::"])).unwrap();
    assert_eq!(known.concat(), ["late::"]);
    assert_eq!(said("late::", "load"), "nothing exported is called load");
}
