import { FabricError } from "@fabriclab/spec";
import { describe, expect, it } from "vitest";
import { FabricDraft, Notes, speedOfGbps } from "../src/index.ts";

const at = (line: number) => ({ line, column: 3 });
const QDR = { width: 4, speed: "QDR" };

function draft(): { draft: FabricDraft; notes: Notes } {
  const notes = new Notes();
  const made = new FabricDraft("a.txt", notes);
  made.node("s", { isSwitch: true, ports: 4, name: "leaf", guid: 5n }, at(1));
  made.node("h", { isSwitch: false, ports: 1, name: "host", guid: 9n }, at(2));
  return { draft: made, notes };
}

function refusal(act: () => unknown): FabricError {
  try {
    act();
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

describe("a fabric put together from records", () => {
  it("has each cable once, told by both of its ends", () => {
    const { draft: made } = draft();
    made.port("s", 0, { lid: 7, lmc: 0 }, at(1));
    made.port("h", 1, { guid: 10n, lid: 8, lmc: 1 }, at(2));
    made.cable({ key: "s", num: 2 }, { key: "h", num: 1 }, QDR, at(3));
    made.cable({ key: "h", num: 1 }, { key: "s", num: 2 }, QDR, at(4));
    const { fabric, lids, notes } = made.build();
    expect([fabric.switchCount, fabric.hostCount, fabric.linkCount]).toEqual([
      1, 1, 1,
    ]);
    expect([...(lids?.baseLid ?? [])]).toEqual([7, 8]);
    expect([...(lids?.lmc ?? [])]).toEqual([0, 1]);
    expect(fabric.name).toBe("a.txt");
    expect(notes).toEqual([]);
  });

  it("says where LIDs look as under an LMC that no record tells of, and only there", () => {
    const said = (lids: readonly number[], lmc?: number): string[] => {
      const { draft: made } = draft();
      made.port("s", 0, { lid: 1 }, at(1));
      for (const [index, lid] of lids.entries()) {
        made.node(
          `h${index}`,
          { isSwitch: false, ports: 1, guid: 20n + BigInt(index) },
          at(2),
        );
        made.port(`h${index}`, 1, { lid, lmc }, at(3));
      }
      return made
        .build()
        .notes.filter(({ message }) => message.includes("LMC"))
        .map(({ message, count }) => `${message.slice(-17)} ${count}`);
    };
    expect(said([4, 8, 12, 20])).toEqual(["4, as under LMC 2 4"]);
    expect(said([4, 8, 12])).toEqual([]);
    expect(said([4, 8, 12, 21])).toEqual([]);
    expect(said([4, 8, 12, 20], 0)).toEqual([]);
  });

  it("counts what is odd: one-sided cables, cables to themselves, rates and LIDs that differ", () => {
    const { draft: made } = draft();
    const [s1, s2, s3, h1] = [
      { key: "s", num: 1 },
      { key: "s", num: 2 },
      { key: "s", num: 3 },
      { key: "h", num: 1 },
    ];
    made.cable(s1, h1, QDR, at(3));
    made.cable(s2, s3, QDR, at(4));
    made.port("h", 1, { lid: 3 }, at(6));
    made.port("h", 1, { lid: 4 }, at(7));
    made.port("s", 0, { lid: 65535 }, at(8));
    const { fabric, lids, notes } = made.build();
    expect(fabric.linkCount).toBe(1);
    expect([...(lids?.baseLid ?? [])]).toEqual([0, 3]);
    expect(notes.map(({ message, line }) => `${line} ${message}`)).toEqual([
      "7 of LIDs or LMCs that differ the first was taken: host:1 has LID 3, not 4",
      "3 a cable that only one of its ends tells of was taken",
      "4 a cable from a node to itself was left out",
      "8 LID 65535 is no unicast LID and was taken as none",
    ]);
  });

  it("names the first ports whose LIDs differ, each once, and counts all", () => {
    const { draft: made } = draft();
    const keys = ["s", "h1", "h2", "h3"];
    for (const key of keys.slice(1))
      made.node(key, { isSwitch: false, ports: 2 }, at(2));
    for (const [index, key] of keys.entries()) {
      const num = key === "s" ? 0 : 2;
      made.port(key, num, { lid: 2 ** (index + 2), lmc: 0 }, at(3));
      made.port(key, num, { lid: 2 ** (index + 2), lmc: 1 }, at(4));
      made.port(key, num, { lid: 2 ** (index + 2), lmc: 1 }, at(5));
    }
    const [note] = made.build().notes;
    expect(note).toEqual({
      message:
        "of LIDs or LMCs that differ the first was taken: leaf has LMC 0, not 1; h1:2 has LMC 0, not 1; h2:2 has LMC 0, not 1; …",
      line: 4,
      count: 8,
    });
  });

  it("names ports that share a LID, and gives no table then", () => {
    const { draft: made } = draft();
    made.port("s", 0, { lid: 6 }, at(1));
    made.port("h", 1, { lid: 4, lmc: 2 }, at(2));
    const { lids, notes } = made.build();
    expect(lids).toBeUndefined();
    expect(notes).toEqual([
      {
        message:
          "the LIDs of the file cannot be used, as two ports have one: LID 6 is leaf's and host:1's",
        line: 0,
        count: 1,
        // The switch's own endport comes first, then the host's.
        sharedLids: [{ lid: 6, endports: [0, 1] }],
      },
    ]);
  });

  it.each(["reverse", "one-sided"])(
    "refuses a port that is cabled to two: %s",
    (kind) => {
      const { draft: made } = draft();
      const [s1, s3, h1] = [
        { key: "s", num: 1 },
        { key: "s", num: 3 },
        { key: "h", num: 1 },
      ];
      made.cable(s1, h1, QDR, at(3));
      if (kind === "reverse") made.cable(h1, s3, QDR, at(5));
      else made.cable(s3, h1, QDR, at(5));
      expect(() => made.build()).toThrow(
        expect.objectContaining({
          code: "E_READING_CONTRADICTION",
          where: { file: "a.txt", line: 5, column: 3 },
        }),
      );
    },
  );

  it("takes the slower of two rates, the known of one, and 1xSDR of none", () => {
    const rateOf = (
      one: { width: number | undefined; speed: string | undefined },
      other: typeof one,
    ): [number | undefined, number | undefined] => {
      const { draft: made } = draft();
      const [s, h] = [
        { key: "s", num: 1 },
        { key: "h", num: 1 },
      ];
      made.cable(s, h, one, at(3));
      made.cable(h, s, other, at(4));
      const { fabric } = made.build();
      return [fabric.linkWidth[0], fabric.linkSpeed[0]];
    };
    const none = { width: undefined, speed: undefined };
    expect(rateOf(QDR, { width: 4, speed: "DDR" })).toEqual([4, 1]);
    expect(rateOf(none, QDR)).toEqual([4, 2]);
    expect(rateOf(none, none)).toEqual([1, 0]);
    expect(rateOf({ width: 3, speed: "QDR" }, none)).toEqual([1, 0]);
  });

  it("marks nodes whose number of ports no record has", () => {
    const made = new FabricDraft(undefined, new Notes());
    made.node("a", { isSwitch: true, ports: 36 }, at(1));
    made.node("b", { isSwitch: true }, at(2));
    const none = { width: undefined, speed: undefined };
    made.cable({ key: "a", num: 1 }, { key: "b", num: 7 }, none, at(3));
    const { fabric } = made.build({ bothEnds: false });
    expect(fabric.radixMadeUp).toEqual(Uint8Array.of(0, 1));
  });

  it("gives nodes without a GUID one that no other has", () => {
    const notes = new Notes();
    const made = new FabricDraft(undefined, notes);
    made.node("a", { isSwitch: true, guid: 0x200000n }, at(1));
    made.node("b", { isSwitch: true }, at(2));
    const { fabric } = made.build();
    expect(fabric.nodeGuid[0]).toBe(0x200000n);
    expect(fabric.nodeGuid[1]).not.toBe(0x200000n);
    expect(fabric.guidMadeUp).toEqual(Uint8Array.of(0, 1));
    expect(notes.all()).toContainEqual({
      message: "nodes without a GUID were given one",
      line: 0,
      count: 1,
    });
  });

  it("refuses, with the place, other kinds of one node, ports that it lacks, GUIDs of another, and nothing at all", () => {
    const codes = [
      (made: FabricDraft) => made.node("s", { isSwitch: false }, at(7)),
      (made: FabricDraft) =>
        made.node("s", { isSwitch: true, ports: 5 }, at(7)),
      (made: FabricDraft) => made.port("s", 5, { lid: 1 }, at(7)),
      (made: FabricDraft) =>
        made.cable({ key: "s", num: 0 }, { key: "h", num: 1 }, QDR, at(7)),
      (made: FabricDraft) => {
        made.node("t", { isSwitch: true, ports: 2, guid: 5n }, at(7));
        made.build();
      },
    ].map((act) => {
      const error = refusal(() => {
        act(draft().draft);
      });
      expect(error.where).toMatchObject({ file: "a.txt", line: 7, column: 3 });
      return error.code;
    });
    expect(codes).toEqual([
      "E_READING_NODE_TWICE",
      "E_READING_NODE_TWICE",
      "E_READING_PORT",
      "E_READING_PORT",
      "E_FABRIC_GUID_TWICE",
    ]);
    expect(
      refusal(() => new FabricDraft("a.txt", new Notes()).build()).code,
    ).toBe("E_READING_EMPTY");
  });
});

it.each([
  ["2.5", "SDR"],
  ["10.0", "QDR"],
  ["14.0625", "FDR"],
  ["FDR10", "FDR10"],
  ["106.25", "NDR"],
  ["7", "7"],
])("%s Gb/s is %s", (text, speed) => {
  expect(speedOfGbps(text)).toBe(speed);
});
