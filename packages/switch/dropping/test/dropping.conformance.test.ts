import { dropKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { hll, lifetimes, sll } from "../src/index.ts";

const runner = { describe, it };
dropKit(
  hll,
  [{ options: { hv: 0 } }, { options: { stallCount: 2, hv: 1 } }],
  runner,
);
dropKit(sll, [{ options: { lv: 0 } }], runner);
dropKit(lifetimes, [{ options: { hv: 0, lv: 1 } }], runner);
