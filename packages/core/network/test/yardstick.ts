import type {
  Fabric,
  ForwardingTables,
  PacketDraft,
  Stream,
  SwitchModel,
  Traffic,
} from "@fabriclab/spec";
import { FabricBuilder } from "@fabriclab/fabric";
import { roundRobin, roundRobinLanes } from "@fabriclab/switch-arbiters";
import { asynchronous } from "@fabriclab/switch-replication";
import type { Bytes, EndportIx, Lid, Ps, Sl } from "@fabriclab/units";

/**
 * K x K mesh: a host at port 1 of every switch, then +x, -x, +y, -y at ports 2-5: the order of the C++ reference's ports.
 *
 * @param hostLanes lanes of the cables of hosts
 */
export function meshFabric(K: number, hostLanes: 1 | 12 = 1): Fabric {
  const builder = new FabricBuilder("mesh");
  const switches = Array.from({ length: K * K }, (_, s) =>
    builder.addSwitch(`S${s}`, 5),
  );
  const hosts = Array.from({ length: K * K }, (_, h) =>
    builder.addHost(`H${h}`),
  );
  for (let y = 0; y < K; y++) {
    for (let x = 0; x < K; x++) {
      const s = y * K + x;
      builder.connect(switches[s]!, 1, hosts[s]!, 1, { width: hostLanes });
      if (x + 1 < K) builder.connect(switches[s]!, 2, switches[s + 1]!, 3);
      if (y + 1 < K) builder.connect(switches[s]!, 4, switches[s + K]!, 5);
    }
  }
  return builder.build();
}

/** XY routing; the host of switch s has LID s + 1. */
export function meshTables(
  K: number,
  fabric: Fabric,
  lanes: number,
): ForwardingTables {
  const hosts = K * K;
  const lft = Array.from({ length: hosts }, (_, s) => {
    const row = new Uint8Array(hosts + 1).fill(255);
    for (let d = 0; d < hosts; d++) {
      const [x, y, X, Y] = [s % K, Math.floor(s / K), d % K, Math.floor(d / K)];
      row[d + 1] = X > x ? 2 : X < x ? 3 : Y > y ? 4 : Y < y ? 5 : 1;
    }
    return row;
  });
  return tablesOf(fabric, lft, lanes);
}

/** Tables in which host h (in endport order) has LID h + 1. */
export function tablesOf(
  fabric: Fabric,
  lft: readonly Uint8Array[],
  lanes: number,
): ForwardingTables {
  const topLid = fabric.endportCount - fabric.switchCount;
  const baseLid = new Uint16Array(fabric.endportCount);
  const owner = new Int32Array(topLid + 1).fill(-1);
  for (let h = 0; h < topLid; h++) {
    baseLid[fabric.switchCount + h] = h + 1;
    owner[h + 1] = fabric.switchCount + h;
  }
  return {
    lids: { baseLid, lmc: new Uint8Array(fabric.endportCount), owner, topLid },
    lft,
    lanes,
    engine: "by hand",
    pathLid: (_, destination) => (destination - fabric.switchCount + 1) as Lid,
    pathSl: () => 0 as Sl,
  };
}

function scramble(state: number): number {
  let a = Math.imul(state ^ (state >>> 15), 1 | state);
  a ^= a + Math.imul(a ^ (a >>> 7), 61 | a);
  return (a ^ (a >>> 14)) >>> 0;
}

/** Exactly the reference's traffic: its generator, its seeds, one stream per (host, lane). */
export function yardstickTraffic(options: {
  K: number;
  lanes: number;
  bytes: number;
  load: number;
  seed?: number;
  switchCount: number;
}): Traffic {
  const { K, lanes, bytes, load, seed = 1, switchCount } = options;
  const hosts = K * K;
  const mean = ((bytes * 4) / load) * lanes;
  // Why one class over typed arrays: as in the reference, the generators' states lie side by side, and no double is allocated per packet.
  const states = new Int32Array(hosts * lanes);
  const births = new Float64Array(hosts * lanes).fill(1);
  class HostLane implements Stream {
    readonly source: EndportIx;
    readonly serviceLevels: readonly number[];
    readonly at: number;
    readonly host: number;
    readonly sl: number;
    constructor(at: number) {
      this.at = at;
      this.host = Math.floor(at / lanes);
      this.sl = at % lanes;
      this.source = (switchCount + this.host) as EndportIx;
      this.serviceLevels = [this.sl];
    }
    next(draft: PacketDraft): boolean {
      const { at, host } = this;
      const first = (states[at]! + 0x6d2b79f5) | 0;
      const second = (first + 0x6d2b79f5) | 0;
      states[at] = second;
      const birth =
        births[at]! +
        Math.trunc(
          -Math.log((scramble(first) + 0.5) * 2.3283064365386963e-10) * mean +
            0.5,
        );
      births[at] = birth;
      const destination = Math.trunc(
        scramble(second) * (hosts - 1) * 2.3283064365386963e-10,
      );
      draft.birth = birth;
      draft.dlid = destination >= host ? destination + 2 : destination + 1;
      draft.bytes = bytes;
      draft.sl = this.sl;
      draft.tag = 0;
      draft.flags = 0;
      return true;
    }
  }
  const streams: Stream[] = [];
  for (let i = 0; i < hosts * lanes; i++) {
    let z = (Math.imul(seed, 0x9e3779b9) + Math.imul(i, 0x85ebca6b)) | 0;
    z = Math.imul(z ^ (z >>> 16), 0x7feb352d);
    z = Math.imul(z ^ (z >>> 15), 0x846ca68b);
    states[i] = z ^ (z >>> 16);
    streams.push(new HostLane(i));
  }
  return {
    streams,
    finite: false,
    maxPacketBytes: bytes as Bytes,
    minPacketBytes: bytes as Bytes,
    offeredLoad: load,
  };
}

/** A switch model for tests; the reference's datapath unless told otherwise. */
export function modelOf(options: Partial<SwitchModel> = {}): SwitchModel {
  return {
    name: "test",
    lanes: 1,
    inputBuffer: { packets: 4 },
    outputBuffer: { packets: 0 },
    crossbar: "port",
    routingDelay: 100_000 as Ps,
    arbiter: roundRobin.build({}),
    laneScheduler: roundRobinLanes.build({}),
    replication: asynchronous.build({}),
    ...options,
  };
}

export const plainHca = {
  name: "plain",
  sendDelay: 0 as Ps,
  receiveDelay: 0 as Ps,
};
