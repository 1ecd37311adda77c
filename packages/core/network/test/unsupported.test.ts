import {
  DropCause,
  type DropFactory,
  type ReplicationFactory,
  type SwitchModel,
} from "@fabriclab/spec";
import { roundRobinLanes } from "@fabriclab/switch-arbiters";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork, type NetworkConfig } from "../src/index.ts";
import { scripted } from "./scripted.ts";
import { star, withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const never = (): never => {
  throw new Error("the network was built");
};
const gang: ReplicationFactory = { name: "gang", mode: "gang", create: never };
const asynchronous = { name: "bounded", mode: "asynchronous" } as const;
const lanesInTurn = roundRobinLanes.build({});
const outputBuffer = { packets: 1 };
const drop: DropFactory = {
  name: "drop",
  create: () => ({
    patience: () => -1,
    dropped: () => DropCause.headLifetime,
    sent: () => undefined,
  }),
};
const deaf: ReplicationFactory = {
  name: "deaf",
  mode: "gang",
  create: () => ({
    request: () => undefined,
    pick: () => -1,
    held: () => undefined,
    granted: () => undefined,
  }),
};

const switches: readonly (readonly [string, Partial<SwitchModel>])[] = [
  [
    "a crossbar scheduler without output buffers",
    { crossbarScheduler: lanesInTurn },
  ],
  [
    "a crossbar scheduler where each lane has a layer",
    {
      crossbarScheduler: lanesInTurn,
      outputBuffer,
      lanes: 2,
      crossbar: "lane",
    },
  ],
  ["half a credit byte", { creditPacketBytes: 0.5 }],
  [
    "a bound of no packets that are copied",
    { replication: { ...asynchronous, concurrent: 0 } },
  ],
  [
    "central queues and a holding buffer",
    { replication: { ...asynchronous, concurrent: 1, centralPackets: 4 } },
  ],
  ["a delay behind a crossbar without buffers", { outputDelay: ps(1000) }],
  [
    "a drop policy and gangs that are not told of it",
    { replication: deaf, drop },
  ],
];
const general: readonly (readonly [string, Partial<SwitchModel>])[] = [
  ["select", { select: { name: "any", needsCredits: false, create: never } }],
  ["inputBufferPerLane", { inputBufferPerLane: [{ packets: 2 }] }],
  ["creditPacketBytes", { creditPacketBytes: 8 }],
  ["replication.mode: gang", { replication: gang }],
  [
    "replication.concurrent",
    { replication: { ...asynchronous, concurrent: 1 } },
  ],
  [
    "replication.centralPackets",
    { replication: { ...asynchronous, centralPackets: 4 } },
  ],
];

function build(
  model: Partial<SwitchModel>,
  more: Partial<NetworkConfig> = {},
  ports = 2,
  /** Ports of the one multicast group. */
  group = [1, 2],
) {
  const { fabric, tables } = star(ports);
  return createNetwork({
    fabric,
    tables:
      group.length === 0 ? tables : withMulticast(fabric, tables, [[group]]),
    switchModels: [modelOf(model)],
    hca: plainHca,
    traffic: [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])],
    tickPs: 1000,
    checked: true,
    ...more,
  });
}

const refusal = expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" });

describe("what the engine does not run", () => {
  it("is refused and nothing else: the plain network is built", () => {
    expect(() => build({})).not.toThrow();
  });

  it.each(switches)("of a switch model, %s, is refused", (_, model) => {
    expect(() => build(model)).toThrow(refusal);
  });

  it.each(general)(
    "on several threads, %s, is refused by name",
    (field, model) => {
      const partition = { partOf: new Uint8Array(3), part: 0 };
      expect(() => build(model, { partition })).toThrow(
        expect.objectContaining({
          code: "E_NETWORK_UNSUPPORTED",
          got: `${field} on several threads, set by the run`,
        }),
      );
    },
  );

  it("larger packets than a switch takes, is refused by the traffic that has them", () => {
    expect(() => build({ mtu: 64 })).not.toThrow();
    expect(() => build({ mtu: 63 })).toThrow(
      expect.objectContaining({
        code: "E_NETWORK_MTU",
        where: { path: "traffic[0]" },
        got: "64 bytes",
        expected: "at most 63 bytes, the MTU",
      }),
    );
  });

  it("is not the business of gangs where no packet can be copied: no policy is made, threads are free", () => {
    const partition = { partOf: new Uint8Array(34), part: 0 };
    expect(() =>
      build({ replication: gang }, { partition }, 33, []),
    ).not.toThrow();
    expect(() => build({ replication: deaf, drop }, {}, 2, [])).not.toThrow();
  });

  it("is refused in any of several models, by the name of its field", () => {
    expect(() =>
      build(
        {},
        { switchModels: [modelOf(), modelOf({ outputDelay: ps(1000) })] },
      ),
    ).toThrow(
      expect.objectContaining({ got: "outputDelay, set by switch model test" }),
    );
  });

  it("of models that differ in what they must share is refused", () => {
    expect(() =>
      build(
        {},
        { switchModels: [modelOf(), modelOf({ creditPacketBytes: 8 })] },
      ),
    ).toThrow(expect.objectContaining({ code: "E_NETWORK_MODELS" }));
  });
});

describe("the VL arbitration of the tables", () => {
  it("reaches the lane scheduler", () => {
    const { fabric, tables } = star(2);
    const vlArb = { high: [{ vl: 0, weight: 4 }], low: [], highLimit: 0 };
    const seen: unknown[] = [];
    createNetwork({
      fabric,
      tables: { ...tables, vlArb },
      switchModels: [
        modelOf({
          laneScheduler: {
            name: "spy",
            create: (_, __, table) => {
              seen.push(table);
              return { pick: () => 0, granted: () => undefined };
            },
          },
        }),
      ],
      hca: plainHca,
      traffic: [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])],
      tickPs: 1000,
      checked: true,
    });
    expect(seen).toEqual([vlArb]);
  });
});
