import { defineTraffic } from "@fabriclab/spec";
import { createConstantRate } from "./constant-rate.ts";
import { params } from "./params.ts";

/** Unicast packets at even intervals from a start time on, for flows that are known one by one. */
export const constantRate = defineTraffic({
  name: "constant-rate",
  summary:
    "Unicast packets at even intervals from a start time on, for flows that are known one by one.",
  cites: [],
  params,
  claims: { loop: "open", finite: false },
  groups: () => [],
  create: (context, options, { pattern }) =>
    createConstantRate(context, options, pattern),
});
