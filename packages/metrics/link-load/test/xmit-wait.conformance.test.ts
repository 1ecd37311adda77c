import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { xmitWait } from "../src/index.ts";

metricKit(xmitWait, [{}, { channels: "host", top: 2 }], { describe, it });
