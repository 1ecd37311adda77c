import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { latency } from "../src/index.ts";

metricKit(latency, [{}, { percentiles: [50, 95] }], { describe, it });
