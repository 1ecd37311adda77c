import { describe, expect, it } from "vitest";
import { z } from "zod";
import {
  defineFinishedTables,
  defineLaneTables,
  defineMulticastTables,
  defineUnicastTables,
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
