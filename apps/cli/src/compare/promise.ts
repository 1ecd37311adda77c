import type { RoutingPlugin } from "@fabriclab/spec";

/**
 * Whether a routing promises tables without credit loops on every fabric that it accepts.
 *
 * @throws whatever the claim of somebody else's plugin throws
 */
export const promisesNoLoops = ({
  claims,
}: Pick<RoutingPlugin, "claims">): boolean => claims.deadlockFree !== false;
