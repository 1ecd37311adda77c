import type { RoutedView } from "../../shared/protocol.ts";

/** What stands beside results of a run that does not take all from the fabric's file; empty where it does. */
export const overriddenText = (routed: RoutedView | undefined): string =>
  routed?.overridden === undefined
    ? ""
    : `In the scenario, ${routed.overridden}.`;
