import type { RoutingRule } from "@fabriclab/spec";

/** A routing that knows no way, and no bits. */
export const single: RoutingRule = { candidates: () => 0 };
