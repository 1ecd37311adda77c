import {
  chooseTick,
  createNetwork,
  delaysOf,
  type Network,
  type NetworkConfig,
} from "@fabriclab/network";
import type {
  Fabric,
  ForwardingTables,
  HcaModel,
  SwitchModel,
  Traffic,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { hostEndports, plainTables, row } from "./bench-fabrics.ts";
import {
  plainHca,
  play,
  scripted,
  type Delivery,
  type Shot,
} from "./scripted.ts";

export const BYTE_TIME_PS = 4000;
export const FLIGHT_PS = 20_000;
const LONG = 1e9;

/** A place to run scripted packets through a model. */
export interface Bench {
  readonly model: SwitchModel;
  readonly hca: HcaModel;
  readonly tickPs: number;
  /** Runs them to their end. */
  run(
    fabric: Fabric,
    shots: readonly Shot[],
    tables?: ForwardingTables,
    more?: Pick<Traffic, "switchEndports">,
  ): { readonly network: Network; readonly seen: Delivery[] };
  /** The network before its first tick. */
  start(fabric: Fabric, shots: readonly Shot[]): Network;
}

/** What runs a model. */
export type Engine = (config: NetworkConfig) => Network;

/** Runs scripted packets through a model, with the engine's invariants checked. */
export function benchOf(
  model: SwitchModel,
  engine: Engine = createNetwork,
  hca: HcaModel = plainHca,
): Bench {
  const link = { byteTimePs: BYTE_TIME_PS, flightPs: FLIGHT_PS };
  const fabric = row(1, 2);
  const tickPs = chooseTick(
    delaysOf({ fabric, switchModels: [model], hca, link }),
  );
  const start = (
    onto: Fabric,
    shots: readonly Shot[],
    tables = plainTables(onto),
    more: Pick<Traffic, "switchEndports"> = {},
  ): Network =>
    engine({
      fabric: onto,
      tables,
      switchModels: [model],
      hca,
      traffic: [{ ...scripted(shots), ...more }],
      tickPs,
      link,
      checked: true,
    });
  return {
    model,
    hca,
    tickPs,
    start: (onto, shots) => start(onto, shots),
    run(onto, shots, tables, more) {
      const network = start(onto, shots, tables, more);
      return { network, seen: play(network, LONG) };
    },
  };
}

/** plainLids gives endport e the LID e + 1. */
export function shot(
  source: EndportIx,
  destination: EndportIx,
  birth: number,
  bytes: number,
  tag: number,
): Shot {
  return { source, dlid: destination + 1, birth, bytes, tag };
}

/** The longest packet of a crowd. */
export const LONGEST = 2048;

/** Many packets of several sizes, of `mtu` bytes at most, between all hosts of a row, by a rule without chance. */
export function crowd(mtu = LONGEST): { fabric: Fabric; shots: Shot[] } {
  const fabric = row(3, 3);
  const hosts = hostEndports(fabric);
  const sizes = [64, LONGEST, 256, 1000, 512].map((size) =>
    Math.min(size, mtu),
  );
  const shots: Shot[] = [];
  for (let tag = 0; tag < 60; tag++)
    for (const [i, source] of hosts.entries()) {
      const to =
        hosts[
          (i + 1 + ((tag * 5 + i * 3) % (hosts.length - 1))) % hosts.length
        ];
      if (to !== undefined && to !== source)
        shots.push(
          shot(
            source,
            to,
            tag * 40,
            sizes[(tag + i) % sizes.length] ?? 64,
            tag,
          ),
        );
    }
  return { fabric, shots };
}
