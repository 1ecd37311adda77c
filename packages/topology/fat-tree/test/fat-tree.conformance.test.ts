import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { fatTree } from "../src/index.ts";

const cases = [
  { ports: 4, levels: 1 },
  { ports: 4, levels: 3 },
  { ports: 6, levels: 2 },
  { ports: 12, levels: 2 },
  { ports: 8, levels: 3 },
];

topologyKit(
  fatTree,
  { cases, refused: [{ ports: 5 }, { levels: 0 }, { ports: 0 }] },
  { describe, it },
);
