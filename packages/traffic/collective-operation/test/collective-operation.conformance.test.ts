import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { collectiveOperation } from "../src/index.ts";

trafficKit(
  collectiveOperation,
  [
    { options: { algorithm: "sequence", processors: 7 } },
    { options: { algorithm: "tree", repeats: 3, place: "random" } },
    { options: { algorithm: "multicast", processors: 5 } },
    { options: { algorithm: "central" } },
    { options: { algorithm: "dissemination", processors: 6, sl: 3 } },
  ],
  { describe, it },
);
