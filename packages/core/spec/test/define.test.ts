import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  defineFinishedTables,
  defineLaneTables,
  defineMulticastTables,
  defineTopology,
  defineUnicastTables,
  intParam,
  type ForwardingTables,
  type MulticastTables,
} from "../src/index.ts";

const draft = {
  name: "mine",
  summary: "Mine.",
  cites: [],
  params: z.object({}),
  claims: {},
};
const none = (): never => {
  throw new Error("not to be called");
};

describe("a builder of tables", () => {
  it.each([
    [
      "unicast",
      defineUnicastTables({ ...draft, build: (): ForwardingTables => none() }),
    ],
    [
      "multicast",
      defineMulticastTables({ ...draft, build: (): MulticastTables => none() }),
    ],
    ["lanes", defineLaneTables({ ...draft, build: () => none() })],
    [
      "finished",
      defineFinishedTables({ ...draft, read: (): ForwardingTables => none() }),
    ],
  ])(
    "makes, and claims to make, %s tables, as it was defined",
    (makes, plugin) => {
      expect(plugin).toMatchObject({
        spec: "1",
        kind: "tables",
        makes,
        claims: { makes },
      });
    },
  );

  it("that was defined from the fields of another sort is what it was defined as", () => {
    const lanes = defineLaneTables({ ...draft, build: () => none() });
    const { makes, claims } = defineMulticastTables({
      ...lanes,
      claims: { ...lanes.claims, exactlyOnce: true },
      build: (): MulticastTables => none(),
    });
    expect(makes).toBe("multicast");
    expect(claims).toEqual({ makes: "multicast", exactlyOnce: true });
  });
});

describe("a topology", () => {
  const topology = defineTopology({
    ...draft,
    params: z.object({
      ports: intParam({ min: 1, default: 8 }),
      seed: z.int().optional(),
    }),
    claims: { switches: () => 0, hosts: () => 0, links: () => 0 },
    build: () => none(),
  });

  it.each([undefined, {}, { seed: 1 }])(
    "refuses options that nobody parsed: %o",
    (options) => {
      // As a program that is not type-checked calls it.
      expect(() => topology.build(options as never)).toThrow(
        expect.objectContaining({
          code: "E_SPEC_BAD_PARAMETER",
          message: "topology mine needs a value for ports",
          got: "nothing",
          hint: "parseOptions(plugin, {}) fills in the defaults",
        }) as Error,
      );
    },
  );

  it("takes those without what may be left out", () => {
    expect(() => topology.build({ ports: 8 })).toThrow("not to be called");
  });
});
