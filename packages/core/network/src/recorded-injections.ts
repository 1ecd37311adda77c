import type { NetworkConfig } from "./network.ts";
import type { NetworkState } from "./state.ts";

/** Traffic entries whose injections the journal records. */
export function recordedInjections({
  injections = true,
  traffic,
}: Pick<NetworkConfig, "injections" | "traffic">): Pick<
  NetworkState,
  "injections" | "injectionsOf"
> {
  const isRecorded = (index: number): boolean =>
    typeof injections === "boolean" ? injections : injections(index);
  const injectionsOf = Uint8Array.from(traffic, (_, index) =>
    isRecorded(index) ? 1 : 0,
  );
  return { injections: injectionsOf.includes(1), injectionsOf };
}
