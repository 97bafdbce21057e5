// Names beside each other are told apart, whatever they have in common.

import assert from "node:assert/strict";
import { test } from "node:test";

import { middleOut, pathEnds, tellingNames } from "../src/telling-names.js";

const kernel = (functor: string) =>
  `void at::native::vectorized_elementwise_kernel<4, at::native::${functor}<float>, at::detail::Array<char*, 2> >(int, at::native::${functor}<float>, at::detail::Array<char*, 2>)`;

test("short names stay whole, long ones keep their last segment", () => {
  const long =
    "void (anonymous namespace)::softmax_warp_forward<float, float, float, 8, false, false>(float*, float const*, int)";
  assert.deepEqual(
    [...tellingNames(["Node.walk", long], 30)],
    [
      ["Node.walk", "Node.walk"],
      [long, "softmax_warp_forward"],
    ],
  );
});

test("names of one last segment show what differs", () => {
  const names = ["FillFunctor", "CUDAFunctor_add", "AbsFunctor"].map(kernel);
  const forms = [...tellingNames(names, 34).values()];
  assert.equal(new Set(forms).size, 3);
  forms.forEach((form, at) => {
    assert.ok([...form].length <= 34, form);
    assert.ok(form.includes(["Fill", "CUDA", "Abs"][at] ?? ""), form);
  });
});

test("names that are alike where there is room for them are numbered", () => {
  const names = ["a", "b"].map((middle) => `f<${"x".repeat(40)}${middle}${"y".repeat(40)}>`);
  const forms = [...tellingNames(names, 12).values()];
  assert.equal(new Set(forms).size, 2);
});

test("a text is shortened in its middle", () => {
  assert.equal(middleOut("abcdefghij", 5), "ab…ij");
  assert.equal(middleOut("abc", 5), "abc");
});

test("paths of lanes end with what tells them from others", () => {
  const ends = pathEnds([
    "grenoble › genepi › genepi-1",
    "grenoble › genepi › genepi-2",
    "a › main",
    "b › main",
    "main",
  ]);
  assert.deepEqual([...ends.values()], ["genepi-1", "genepi-2", "a › main", "b › main", "main"]);
  assert.deepEqual([...pathEnds(["", "Renderer 7"]).values()], ["", "Renderer 7"]);
});
