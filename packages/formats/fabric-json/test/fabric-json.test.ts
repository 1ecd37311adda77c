import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  fabricJsonSchema,
  readFabricJson,
  writeFabricJson,
} from "@fabriclab/formats-fabric-json";
import { FabricBuilder } from "@fabriclab/fabric";
import { FabricError, type Fabric } from "@fabriclab/spec";
import { chain, randomFabric } from "@fabriclab/testing-fabrics";

function refusal(text: string): FabricError {
  try {
    readFabricJson(text, { file: "net.json" });
  } catch (error) {
    if (FabricError.is(error)) return error;
    throw error;
  }
  throw new Error("nothing was refused");
}

/** All arrays of a fabric. */
const arrays = (fabric: Fabric): unknown => ({ ...fabric });

describe("fabric JSON", () => {
  it("gives back every fabric exactly, every index included", () => {
    fc.assert(
      fc.property(randomFabric(), (fabric) => {
        expect(arrays(readFabricJson(writeFabricJson(fabric)))).toEqual(
          arrays(fabric),
        );
      }),
    );
  });

  it("keeps which numbers of ports are made up", () => {
    const builder = new FabricBuilder("two");
    const a = builder.addSwitch("a", 2, 5n);
    const h = builder.addHost("h");
    builder.connect(a, 1, h, 1);
    builder.markRadixMadeUp(a);
    const { radixMadeUp } = readFabricJson(writeFabricJson(builder.build()));
    expect(radixMadeUp).toEqual(Uint8Array.of(1, 0));
  });

  it("keeps which GUIDs are made up", () => {
    const builder = new FabricBuilder("two");
    const a = builder.addSwitch("a", 2, 5n);
    const h = builder.addHost("h");
    builder.connect(a, 1, h, 1);
    builder.markGuidMadeUp(h);
    const { guidMadeUp } = readFabricJson(writeFabricJson(builder.build()));
    expect(guidMadeUp).toEqual(Uint8Array.of(0, 1));
  });

  it("is a JSON document of one line per node and cable", () => {
    const text = writeFabricJson(chain(2));
    expect(JSON.parse(text)).toEqual({
      format: "fabriclab-fabric",
      version: 1,
      name: "chain of 2",
      switches: [
        { name: "a", guid: "0x200000", ports: 2 },
        { name: "b", guid: "0x200001", ports: 2 },
      ],
      hosts: [
        { name: "A", guid: "0x100000", ports: 1 },
        { name: "B", guid: "0x100002", ports: 1 },
      ],
      links: [
        { from: [0, 1], to: [1, 1], rate: "1xSDR", flightPs: 20000 },
        { from: [2, 1], to: [0, 2], rate: "1xSDR", flightPs: 20000 },
        { from: [3, 1], to: [1, 2], rate: "1xSDR", flightPs: 20000 },
      ],
    });
    expect(text.split("\n")).toHaveLength(19);
  });

  it("keeps port GUIDs that follow another convention", () => {
    const text = writeFabricJson(chain(1)).replace(
      '"ports":1}\n  ],\n  "links"',
      '"ports":1,"portGuids":["0xabc"]}\n  ],\n  "links"',
    );
    const fabric = readFabricJson(text);
    expect(fabric.portGuid[1]).toBe(0xabcn);
    expect(writeFabricJson(fabric)).toBe(text);
  });

  it("has a JSON Schema", () => {
    expect(fabricJsonSchema()).toMatchObject({
      type: "object",
      required: ["format", "version", "name", "switches", "hosts", "links"],
      additionalProperties: false,
    });
  });

  const good = writeFabricJson(chain(2));
  it("refuses broken JSON with line and column", () => {
    const error = refusal(good.replace('"version": 1,', '"version": 1'));
    expect(error).toMatchObject({
      code: "E_FABRIC_JSON_SYNTAX",
      where: { file: "net.json", line: 4 },
    });
  });
  it("says what stands where the shape is wrong", () => {
    const zero = refusal(good.replace('"0x200001"', '"zero"'));
    expect(zero.got).toBe('"zero"');
    expect(refusal('{"format":"fabriclab-fabric","version":1}')).toMatchObject({
      where: { path: "name" },
      got: "nothing",
    });
    expect(refusal('{"format":"x"}').expected).toBe('"fabriclab-fabric"');
    expect(
      refusal(good.replace('"ports":2}', '"ports":2,"radix":2}')).expected,
    ).toBe("no key radix");
    expect(refusal(`[${"1,".repeat(100)}1]`).got).toMatch(/^\[1,1,.{75}…$/);
  });

  it.each([
    [
      "another version",
      good.replace('"version": 1', '"version": 2'),
      "E_FABRIC_JSON_VERSION",
      "version",
    ],
    ["another document", '{"format":"x"}', "E_FABRIC_JSON_SHAPE", "format"],
    [
      "a GUID that is none",
      good.replace('"0x200001"', '"zero"'),
      "E_FABRIC_JSON_SHAPE",
      "switches[1].guid",
    ],
    [
      "two nodes of one GUID",
      good.replace('"0x200001"', '"0x200000"'),
      "E_FABRIC_GUID_TWICE",
      "switches[1]",
    ],
    [
      "an unknown speed",
      good.replace('"1xSDR"', '"1xSDX"'),
      "E_FABRIC_LINK_SPEED",
      "links[0]",
    ],
    [
      "a port twice",
      good.replace('"to":[1,2]', '"to":[1,1]'),
      "E_FABRIC_PORT_TWICE",
      "links[2]",
    ],
    [
      "a node that is not there",
      good.replace('"to":[1,2]', '"to":[9,1]'),
      "E_FABRIC_JSON_NODE",
      "links[2]",
    ],
    [
      "an unknown key",
      good.replace('"ports":2}', '"ports":2,"radix":2}'),
      "E_FABRIC_JSON_SHAPE",
      "switches[0]",
    ],
  ])("refuses %s with its path", (_, text, code, path) => {
    expect(refusal(text)).toMatchObject({
      code,
      where: { file: "net.json", path },
    });
  });
});
