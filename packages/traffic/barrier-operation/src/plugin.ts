import { defineTraffic, PAPERS } from "@fabriclab/spec";
import { createBarriers } from "./operation.ts";
import { params } from "./params.ts";
import { values } from "./values.ts";
import { withoutEffect } from "./without-effect.ts";

/**
 * Barriers by the barrier modules of switches: combine packets up a tree, distribute packets down, acknowledgements, two timers and one sequence
 * bit against loss, as in the HPP switch.
 */
export const barrierOperation = defineTraffic({
  name: "barrier-operation",
  summary:
    "Barriers by a tree of switches: combine, distribute, acknowledgements and timers.",
  cites: [PAPERS.wang2008],
  params,
  claims: { loop: "closed", finite: "barriers" },
  groups: () => [],
  values,
  withoutEffect,
  create: (context, options) => createBarriers(context, options),
});
