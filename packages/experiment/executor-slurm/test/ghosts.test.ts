import { expect, it } from "vitest";
import { ghostWatch } from "../src/ghosts.ts";

const names = ["a", "b", "c", "d", "e"];
// Element 0 does a and d, 1 does b and e, 2 does c.
const order = {
  elements: 3,
  tasks: names.map((name) => ({ key: name, label: name, input: null })),
};
const watch = (...done: readonly string[]) => {
  const finished = new Set(done);
  return {
    finished,
    look: ghostWatch(order, ({ key }) => finished.has(key)),
  };
};

it("names an element that has run for 15 s with all its tasks done, and once", () => {
  const { look } = watch("a", "d");
  expect(look([0, 1], 5)).toEqual([]);
  expect(look([0, 1], 5)).toEqual([]);
  expect(look([0, 1], 5)).toEqual([]);
  expect(look([0, 1], 5)).toEqual([0]);
  expect(look([0, 1], 60)).toEqual([]);
});

it("lets alone what has something left to do", () => {
  const { look, finished } = watch("b");
  for (let i = 0; i < 9; i++) expect(look([0, 1, 2], 60)).toEqual([]);
  finished.add("e");
  expect(look([1], 60)).toEqual([]);
  expect(look([1], 60)).toEqual([1]);
});

it("begins anew with an element that was gone between", () => {
  const { look } = watch("c");
  expect(look([2], 10)).toEqual([]);
  expect(look([2], 10)).toEqual([]);
  expect(look([], 10)).toEqual([]);
  expect(look([2], 10)).toEqual([]);
  expect(look([2], 10)).toEqual([]);
  expect(look([2], 10)).toEqual([2]);
});
