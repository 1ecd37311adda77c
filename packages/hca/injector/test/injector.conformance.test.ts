import { hcaKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { injector } from "../src/index.ts";

const delays = { sendDelay: "400ns", receiveDelay: "0.3us" };

hcaKit(injector, [{}, { options: delays }], { describe, it });
