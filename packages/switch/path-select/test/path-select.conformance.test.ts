import { selectKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { lfu, lru, maxCredit, random } from "../src/index.ts";

const runner = { describe, it };
selectKit(lfu, [{}, { options: { guard: 2 } }], runner);
selectKit(lru, [{}], runner);
selectKit(maxCredit, [{}], runner);
selectKit(random, [{}, { options: { seed: 7 } }], runner);
