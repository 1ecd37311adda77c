import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { queueLength } from "../src/index.ts";

metricKit(queueLength, [{}, { channels: "host", top: 2 }], { describe, it });
