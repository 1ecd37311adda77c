import { trafficKit } from "@fabriclab/testing-conformance";
import { describe, it } from "vitest";
import { control } from "../src/index.ts";

trafficKit(
  control,
  [
    {},
    { options: { manager: "H0.0", headers: "none", period: "1ms" } },
    { options: { size: "61B", period: "10us" } },
  ],
  { describe, it },
);
