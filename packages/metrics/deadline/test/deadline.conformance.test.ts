import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { deadline } from "../src/index.ts";

metricKit(deadline, [{}, { origin: "first-arrival" }, { split: "traffic" }], {
  describe,
  it,
});
