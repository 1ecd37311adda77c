import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { throughput } from "../src/index.ts";

metricKit(throughput, [{}, { split: "sl" }, { split: "traffic" }], {
  describe,
  it,
});
