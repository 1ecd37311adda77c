import { topologyKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { mesh } from "../src/index.ts";

const cases = [
  { columns: 4, rows: 4 },
  { columns: 1, rows: 5 },
  { columns: 6, rows: 3 },
  { columns: 4, rows: 5, wrap: true },
];

topologyKit(
  mesh,
  { cases, refused: [{ columns: 0 }, { rows: -1 }] },
  { describe, it },
);
