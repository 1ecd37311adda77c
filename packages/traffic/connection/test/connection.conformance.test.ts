import { trafficKit } from "@fabriclab/testing-conformance";
import { shift, uniform } from "@fabriclab/traffic-patterns";
import { describe, it } from "vitest";
import { connection } from "../src/index.ts";

trafficKit(
  connection,
  [
    { options: { messages: 20 }, pattern: uniform },
    { options: { load: 0.5, migration: "none" }, pattern: shift },
  ],
  { describe, it },
);
