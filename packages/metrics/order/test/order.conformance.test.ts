import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { order } from "../src/index.ts";

metricKit(order, [{}, { split: "sl" }, { split: "traffic" }], { describe, it });
