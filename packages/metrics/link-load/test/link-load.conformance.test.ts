import { metricKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { linkLoad } from "../src/index.ts";

metricKit(linkLoad, [{}], { describe, it });
