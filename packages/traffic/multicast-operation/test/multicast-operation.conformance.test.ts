import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { multicastOperation } from "../src/index.ts";

const cases = [
  {},
  { sources: "all", group: "40%" },
  { sources: 3, group: 5, groups: "same", repeats: 2 },
  { sources: "all", send: "unicast", size: "8KiB", framing: "mtu" },
];

trafficKit(
  multicastOperation,
  cases.map((options) => ({ options })),
  { describe, it },
);
