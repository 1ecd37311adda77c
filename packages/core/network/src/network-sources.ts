import type { EndportIx } from "@fabriclab/units";
import type { Clock } from "./clock.ts";
import type { LateBirths } from "./late-births.ts";
import type { LinkDelays } from "./link-delays.ts";
import type { EngineConfig } from "./own-endports.ts";
import { createSources, type Sources } from "./sources.ts";
import { ticksOf, type Ratio } from "./timing.ts";

/** What {@link networkSources} has to know beside the configuration. */
interface NetworkSourcesSpec {
  readonly memory: Int32Array;
  readonly clock: Clock;
  readonly births: LateBirths;
  readonly lanes: number;
  readonly delays: LinkDelays;
  /** Packets may be drafted before they are pulled. */
  readonly ahead: boolean;
  /** Nodes that this part simulates. */
  readonly owns: (node: number) => boolean;
  /** As of `SourceSpec`. */
  readonly endpointOf: (endport: EndportIx) => number;
}

/** The sources of a network's hosts, and of its switches' own endports where these send. */
export function networkSources(
  { fabric, hca, tickPs, traffic, tables, dlids }: EngineConfig,
  spec: NetworkSourcesSpec,
): Sources {
  const { rates } = spec.delays;
  const firstHostPort = fabric.portStart[fabric.switchCount]!;
  const hostRates: Ratio[] = [];
  // Why not `map`: once V8 compiles this, it makes arrays of another kind, and the sources' hot code is compiled anew.
  for (let port = firstHostPort; port < rates.length; port++)
    hostRates.push(rates[port] ?? { num: 1, den: 1 });
  return createSources({
    memory: spec.memory,
    clock: spec.clock,
    births: spec.births,
    lanes: spec.lanes,
    hca,
    sendTicks: ticksOf(hca.sendDelay, tickPs, "send delay of the host"),
    firstOwn: (fabric.firstOwnPort ?? fabric.portCount) - firstHostPort,
    tickPs,
    traffic,
    owns: (endport) => spec.owns(fabric.endportNode[endport]!),
    endpointOf: spec.endpointOf,
    rates: hostRates,
    topLid: tables.lids.topLid,
    dlids: dlids === true,
    ahead: spec.ahead,
  });
}
