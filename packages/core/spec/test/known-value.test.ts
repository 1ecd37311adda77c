import { knownValue, type ValueText } from "@fabriclab/spec";
import { expect, it } from "vitest";

const values: Readonly<Record<string, ValueText>> = {
  latency: { text: "Latency." },
  engine: { text: "Barriers.", perPlace: true, losses: ["lost"] },
};

it("what is known of a result is found by its name, that of a class of packets, and that of a place", () => {
  const { latency, engine } = values;
  expect(knownValue("latency", values)).toEqual({ text: latency });
  expect(knownValue("latency.sl3", values)).toEqual({
    text: latency,
    of: { kind: "sl", number: 3 },
  });
  expect(knownValue("engine.SW<0,1>", values)).toEqual({
    text: engine,
    place: "SW<0,1>",
  });
  // Latency is of no place; and of no plugin is a name that every object has.
  expect(knownValue("latency.max", values)).toEqual({});
  expect(knownValue("constructor", values)).toEqual({});
});

it("a result of a traffic entry that has a name is found by that", () => {
  const entries = ["video", null, "late"];
  const { latency } = values;
  expect(knownValue("latency.video", values, entries)).toEqual({
    text: latency,
    of: { kind: "traffic", number: 0, name: "video" },
  });
  expect(knownValue("latency.traffic1", values, entries)).toEqual({
    text: latency,
    of: { kind: "traffic", number: 1 },
  });
  // What a metric itself calls so is of no entry.
  const own = { ...values, "latency.late": { text: "Late ones." } };
  expect(knownValue("latency.late", own, entries)).toEqual({
    text: own["latency.late"],
  });
});
