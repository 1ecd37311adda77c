import { FabricError } from "@fabriclab/spec";
import { damaged } from "@fabriclab/testing-fabrics";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANY } from "../src/schedule.ts";
import {
  readGoal,
  writeGoal,
  type GoalOperation,
  type GoalSchedule,
} from "../src/index.ts";

/** Everything that txt2bin's grammar knows. */
const TEXT = `// a job of three
num_ranks 3

rank 0 {
l1: send 8b to 1 tag 0
l2: calc 100 cpu 1
l2 requires l1
/* two
lines */ send 1b to 2 tag 7 cpu 1 nic 2
}
rank 1 {
a: recv 8b from 0 tag 0
b: recv 4b from -1 tag -1
b irequires a
}
`;

function refusal(text: string): FabricError {
  try {
    readGoal(text, { file: "a.goal" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

const operation = (one: Partial<GoalOperation>): GoalOperation => ({
  kind: "calc",
  label: undefined,
  size: 0,
  peer: ANY,
  tag: 0,
  cpu: 0,
  nic: 0,
  requires: [],
  startsAfter: [],
  ...one,
});

describe("GOAL", () => {
  it("gives operations, dependencies and what does not match", () => {
    const { ranks, notes } = readGoal(TEXT);
    expect(ranks).toEqual([
      [
        operation({ kind: "send", label: "l1", size: 8, peer: 1 }),
        operation({ label: "l2", size: 100, cpu: 1, requires: [0] }),
        operation({ kind: "send", size: 1, peer: 2, tag: 7, cpu: 1, nic: 2 }),
      ],
      [
        operation({ kind: "recv", label: "a", size: 8, peer: 0 }),
        operation({
          ...{ kind: "recv", label: "b", size: 4, tag: ANY },
          startsAfter: [0],
        }),
      ],
      [],
    ]);
    expect(notes.map(({ message, count }) => [message, count])).toEqual([
      ["ranks without a block do nothing", 1],
      ["messages are sent that nobody receives", 1],
    ]);
  });

  it("takes semicolons for line breaks, labels before their operations, and labels called as operations are", () => {
    const { ranks } = readGoal(
      "rank 0 { send requires l1; l1: calc 5; send: calc 6 } rank 1 {}",
    );
    expect(ranks).toEqual([
      [
        operation({ label: "l1", size: 5 }),
        operation({ label: "send", size: 6, requires: [0] }),
      ],
      [],
    ]);
  });

  it.each([
    ["num_ranks 3", "num_ranks 2", "E_GOAL_RANK", 9, 21],
    ["num_ranks 3", "num_ranks 0", "E_GOAL_RANK", 2, 11],
    ["num_ranks 3", "num_ranks 99999999", "E_GOAL_RANK", 2, 11],
    ["num_ranks 3", "num_ranks 3\nnum_ranks 3", "E_GOAL_RANK", 3, 11],
    ["rank 1 {", "rank 0 {", "E_GOAL_RANK", 11, 1],
    ["rank 1 {", "rank 3 {", "E_GOAL_RANK", 11, 6],
    ["rank 1 {", "rank one {", "E_READING_SYNTAX", 11, 6],
    ["l2: calc", "l1: calc", "E_GOAL_LABEL", 6, 1],
    ["requires l1", "requires l9", "E_GOAL_LABEL", 7, 1],
    ["requires l1", "requires l2", "E_GOAL_CYCLE", 6, 1],
    ["requires l1", "needs l1", "E_READING_SYNTAX", 7, 4],
    ["send 8b to 1", "send 8 to 1", "E_READING_SYNTAX", 5, 10],
    ["send 8b to 1", "send 8b from 1", "E_READING_SYNTAX", 5, 13],
    ["to 1 tag 0", "to -1 tag 0", "E_READING_SYNTAX", 5, 16],
    ["tag 0\nl2", "tag 0 nic\nl2", "E_READING_SYNTAX", 5, 27],
    // 2^53, from which on doubles leave whole numbers out.
    ["send 8b", "send 9007199254740992b", "E_GOAL_NUMBER", 5, 10],
    ["send 8b", "send 9007199254740993 b", "E_GOAL_NUMBER", 5, 10],
    ["calc 100", "calc 12345678901234567890", "E_GOAL_NUMBER", 6, 10],
    ["tag 7", "tag 9007199254740992", "E_GOAL_NUMBER", 9, 27],
    ["tag -1", "tag 9007199254740992", "E_GOAL_NUMBER", 13, 24],
    ["cpu 1 nic", "cpu 9007199254740992 nic", "E_GOAL_NUMBER", 9, 33],
    ["nic 2", "nic 9007199254740992", "E_GOAL_NUMBER", 9, 39],
    ["to 2", "to 9007199254740992", "E_GOAL_NUMBER", 9, 21],
    ["num_ranks 3", "num_ranks 9007199254740992", "E_GOAL_NUMBER", 2, 11],
    ["tag 7", "tag -1", "E_READING_SYNTAX", 9, 27],
    ["two\nlines */", "two\nlines", "E_READING_TRUNCATED", 4, 1],
    ["a\n}", "a\n", "E_READING_TRUNCATED", 11, 1],
  ])("refuses %j for %j", (part, instead, code, line, column) => {
    const { where, ...error } = refusal(TEXT.replace(part, instead));
    expect([error.code, where]).toEqual([
      code,
      { file: "a.goal", line, column },
    ]);
  });

  it("keeps every number up to 2^53 - 1 exactly, and says that limit beyond it", () => {
    const largest = "9007199254740991";
    const { ranks } = readGoal(
      `rank 0 { send ${largest}b to 0 tag ${largest}; calc 0000000000000000000100 }`,
    );
    expect(
      ranks[0]?.map(({ size, tag }) => [String(size), String(tag)]),
    ).toEqual([
      [largest, largest],
      ["100", "0"],
    ]);
    expect(
      refusal(TEXT.replace("8b to 1", `9007199254740993b to 1`)),
    ).toMatchObject({
      got: "9007199254740993",
      expected: `bytes, such as 8b, 0 to ${largest}`,
    });
  });

  it.each([
    operation({ size: 1e21 }),
    operation({ size: 1.5 }),
    operation({ size: -1 }),
    operation({ size: Number.NaN }),
    operation({ cpu: 0.5 }),
    operation({ kind: "send", peer: ANY }),
    operation({ kind: "send", peer: 0, tag: ANY }),
    operation({ kind: "recv", tag: -2 }),
    operation({ kind: "recv", nic: 2 ** 53 }),
  ])("refuses to write the numbers of %j", (one) => {
    expect(() => writeGoal({ ranks: [[one]] })).toThrow(
      "a number that GOAL cannot say",
    );
  });

  it("refuses a file without ranks", () => {
    for (const text of ["", "num_ranks 4\n", "// nothing"])
      expect(refusal(text).code).toBe("E_READING_EMPTY");
  });

  const schedule: fc.Arbitrary<GoalSchedule> = fc
    .integer({ min: 1, max: 4 })
    .chain((count) => {
      const rank = fc
        .array(
          fc.record({
            kind: fc.constantFrom("send", "recv", "calc"),
            size: fc.nat({ max: 2 ** 40 }),
            peer: fc.nat({ max: count - 1 }),
            tag: fc.nat({ max: 9 }),
            cpu: fc.nat({ max: 2 }),
            nic: fc.nat({ max: 2 }),
            befores: fc.array(fc.tuple(fc.nat(), fc.boolean()), {
              maxLength: 3,
            }),
          }),
          { maxLength: 6 },
        )
        .map((facts) =>
          facts.map(({ kind, size, peer, tag, cpu, nic, befores }, index) => {
            const on = (starts: boolean): number[] =>
              index === 0
                ? []
                : [
                    ...new Set(
                      befores.flatMap(([at, isStart]) =>
                        isStart === starts ? [at % index] : [],
                      ),
                    ),
                  ];
            return operation({
              ...{ kind, size, cpu, label: `l${index + 1}` },
              ...(kind === "calc" ? {} : { peer, tag, nic }),
              ...{ requires: on(false), startsAfter: on(true) },
            });
          }),
        );
      return fc
        .array(rank, { minLength: count, maxLength: count })
        .map((ranks) => ({ ranks }));
    });

  it("reads back what is written, of any schedule", () => {
    fc.assert(
      fc.property(schedule, (given) => {
        const { ranks, notes } = readGoal(writeGoal(given));
        expect(ranks).toEqual(given.ranks);
        expect(notes.every(({ message }) => /^messages/.test(message))).toBe(
          true,
        );
      }),
      { numRuns: 200 },
    );
  });

  it("is read or refused with a place, whatever happened to it", () => {
    fc.assert(
      fc.property(
        damaged(TEXT, ["\n", ";", "{", "}", "/*", "*/", "-1", "requires l1"]),
        (hurt) => {
          try {
            const { ranks } = readGoal(hurt, { file: "a.goal" });
            expect(readGoal(writeGoal({ ranks })).ranks.length).toBe(
              ranks.length,
            );
          } catch (error) {
            if (!FabricError.is(error)) throw error;
            expect(error.where.file).toBe("a.goal");
            expect(error.code).toMatch(/^E_(GOAL|READING)_/);
          }
        },
      ),
      { numRuns: 400 },
    );
  });

  // Each would take hours if reading were quadratic in the length of a line.
  it.each(["l1: calc 1;", "/**/", ";", "a", "rank 0 {} ", " ", "/*", "{"])(
    "reads or refuses a megabyte of %j at once",
    (word) => {
      const long = word.repeat(Math.floor(1e6 / word.length));
      for (const text of [long, `rank 0 {${long}`])
        expect(refusal(text).code).toMatch(/^E_(GOAL|READING)_/);
    },
  );

  it("refuses to write a dependency on nothing, and gives labels where some are missing", () => {
    const ranks = [[operation({ requires: [3] })]];
    let code = "";
    try {
      writeGoal({ ranks });
    } catch (error) {
      if (FabricError.is(error)) code = error.code;
    }
    expect(code).toBe("E_GOAL_SCHEDULE");
    expect(
      writeGoal({
        ranks: [[operation({ label: "x" }), operation({ requires: [0] })]],
      }),
    ).toBe(
      "num_ranks 1\n\nrank 0 {\nl1: calc 0\nl2: calc 0\nl2 requires l1\n}\n",
    );
  });
});
