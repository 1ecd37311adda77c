import { trafficKit } from "@fabriclab/testing-conformance";
import { uniform } from "@fabriclab/traffic-patterns";
import { describe, it } from "vitest";
import { poisson } from "../src/index.ts";

const cases = [
  { load: 0.3 },
  { load: 0.9, size: "2KiB", mtu: "256B" },
  { load: 0.1, sl: [0, 1, 3], slChoice: "random" },
];

trafficKit(
  poisson,
  cases.map((options) => ({ options, pattern: uniform })),
  { describe, it },
);
