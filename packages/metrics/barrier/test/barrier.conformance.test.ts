import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { barrier } from "../src/index.ts";

metricKit(barrier, [{}], { describe, it });
