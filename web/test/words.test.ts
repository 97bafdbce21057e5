// Numbers are found in sentences, and the last part in names, whatever language they are of.

import assert from "node:assert/strict";
import { test } from "node:test";

import { clauses, firstSentence, lastSegment, numbersApart, searchForName } from "../src/words.js";

test("numbers stand apart with their units, and nothing is lost", () => {
  const strong = (text: string) => numbersApart(text).flatMap((piece) => (piece.strong ? [piece.text] : []));
  assert.deepEqual(strong("B is 1.26× as long as A ▲ +19.4 ms"), ["1.26×", "▲ +19.4 ms"]);
  assert.deepEqual(strong("B takes 1/444 of A’s time ▼ −30.6 ms"), ["1/444", "▼ −30.6 ms"]);
  assert.deepEqual(strong("79 % of A’s time is in calls that B makes too"), ["79 %"]);
  assert.deepEqual(strong("1,302 new functions"), ["1,302"]);
  assert.deepEqual(strong("B takes as long as A"), []);
  for (const text of ["B is 1.26× as long as A ▲ +19.4 ms", "", "12", "a 1 b 2"]) {
    assert.equal(
      numbersApart(text)
        .map((piece) => piece.text)
        .join(""),
      text,
    );
  }
});

test("clauses are cut at marks between words, and numbers are not", () => {
  assert.deepEqual(clauses("219 of 9,791 matches drawn, from 2.5 px. More"), [
    "219 of 9,791 matches drawn",
    ", from 2.5 px",
    ". More",
  ]);
  assert.deepEqual(clauses(""), [""]);
});

test("the last part of a name", () => {
  const names: [string, string][] = [
    ["Node.findall", "findall"],
    ["findall", "findall"],
    ["std::vec::Vec<T>::push(T, a::b)", "push"],
    ["HTMLTranslator.visit_literal", "visit_literal"],
    ["<lambda>", "<lambda>"],
    ["a.<locals>.<listcomp>", "<listcomp>"],
    ["pkg/sub.Func", "Func"],
    ["operator()(int)", "operator"],
    ["Class#method", "method"],
    ["ProfilerStep#6", "ProfilerStep#6"],
    ["lib/python3.11", "python3.11"],
    ["x.", "x."],
    ["", ""],
  ];
  names.forEach(([name, last]) => assert.equal(lastSegment(name), last, name));
});

test("the first sentence", () => {
  assert.deepEqual(firstSentence("No function changed by more than the noise floor. All 9,826 calls match."), [
    "No function changed by more than the noise floor.",
    "All 9,826 calls match.",
  ]);
  assert.deepEqual(firstSentence("Nothing"), ["Nothing", ""]);
});

test("a search for a name finds it whole, whatever it is made of", () => {
  assert.equal(searchForName("Node.walk"), "name:/^Node\\.walk$/");
  assert.equal(searchForName("operator/(a|b)[0]"), "name:/^operator\\/\\(a\\|b\\)\\[0\\]$/");
  assert.equal(searchForName("(unnamed)"), "name:/^$/");
  assert.equal(searchForName("x".repeat(5_000)), `name:/^${"x".repeat(200)}/`);
});
