import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { pathUsage } from "../src/index.ts";

metricKit(pathUsage, [{}, { top: 2 }, { paths: true }], { describe, it });
