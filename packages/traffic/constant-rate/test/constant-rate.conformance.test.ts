import { trafficKit } from "@fabriclab/testing-conformance";
import { shift, uniform } from "@fabriclab/traffic-patterns";
import { describe, it } from "vitest";
import { constantRate } from "../src/index.ts";

trafficKit(
  constantRate,
  [
    { options: { load: 0.3 }, pattern: uniform },
    { options: { load: 1, size: "2KiB", start: "3us" }, pattern: shift },
    { options: { load: 0.7, sl: 2 }, pattern: uniform },
  ],
  { describe, it },
);
