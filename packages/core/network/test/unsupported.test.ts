import type {
  HcaModel,
  ReplicationFactory,
  SwitchModel,
} from "@fabriclab/spec";
import { ps } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { scripted } from "./scripted.ts";
import { star } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

const never = (): never => {
  throw new Error("the network was built");
};
const gang: ReplicationFactory = { name: "gang", mode: "gang", create: never };
const asynchronous = { name: "bounded", mode: "asynchronous" } as const;

const switches: readonly (readonly [string, Partial<SwitchModel>])[] = [
  [
    "a choice among ports",
    { select: { name: "any", needsCredits: false, create: never } },
  ],
  [
    "input buffers that differ per lane",
    { inputBufferPerLane: [{ packets: 2 }] },
  ],
  [
    "a crossbar scheduler",
    { crossbarScheduler: { name: "any", create: never } },
  ],
  ["credit packets", { creditPacketBytes: 8 }],
  ["gang replication", { replication: gang }],
  [
    "a bound on packets that are copied",
    { replication: { ...asynchronous, concurrent: 1 } },
  ],
  ["central buffers", { replication: { ...asynchronous, centralPackets: 4 } }],
  ["a delay behind the crossbar", { outputDelay: ps(1000) }],
];
const hosts: readonly (readonly [string, Partial<HcaModel>])[] = [
  ["queues of its own", { adapt: never }],
  [
    "a lane scheduler of its own",
    { laneScheduler: { name: "any", create: never } },
  ],
];

function build(model: Partial<SwitchModel>, hca: Partial<HcaModel>) {
  const { fabric, tables } = star(2);
  return createNetwork({
    fabric,
    tables,
    switchModels: [modelOf(model)],
    hca: { ...plainHca, ...hca },
    traffic: [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])],
    tickPs: 1000,
    checked: true,
  });
}

const refusal = expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" });

describe("what the engine does not run", () => {
  it("is refused and nothing else: the plain network is built", () => {
    expect(() => build({}, {})).not.toThrow();
  });

  it.each(switches)("of a switch model, %s, is refused", (_, model) => {
    expect(() => build(model, {})).toThrow(refusal);
  });

  it.each(hosts)("of a host adapter, %s, is refused", (_, hca) => {
    expect(() => build({}, hca)).toThrow(refusal);
  });

  it("is refused in any of several models, by the name of its field", () => {
    const { fabric, tables } = star(2);
    expect(() =>
      createNetwork({
        fabric,
        tables,
        switchModels: [modelOf({}), modelOf({ creditPacketBytes: 8 })],
        hca: plainHca,
        traffic: [scripted([{ source: 1, dlid: 2, birth: 0, bytes: 64 }])],
        tickPs: 1000,
        checked: true,
      }),
    ).toThrow(
      expect.objectContaining({
        got: "creditPacketBytes, set by switch model test",
      }),
    );
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
