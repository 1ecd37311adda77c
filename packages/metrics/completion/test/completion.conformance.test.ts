import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { completion } from "../src/index.ts";

metricKit(completion, [{}], { describe, it });
