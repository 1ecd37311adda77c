import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { drops } from "../src/index.ts";

metricKit(drops, [{}, { split: "sl" }, { split: "traffic" }], { describe, it });
