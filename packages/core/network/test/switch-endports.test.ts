import { FabricBuilder } from "@fabriclab/fabric";
import {
  lidTable,
  type Fabric,
  type ForwardingTables,
  type Traffic,
} from "@fabriclab/spec";
import type { Bytes, EndportIx, Lid, Ps, Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import { deliveries, play, scripted, type Shot } from "./scripted.ts";
import { withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** Two switches with a host each at port 1, cabled by their ports 2. Endports S0, S1, H0, H1 are 0 … 3; their LIDs 1 … 4. */
function two(): { fabric: Fabric; tables: ForwardingTables } {
  const builder = new FabricBuilder("two");
  const refs = ["S0", "S1"].map((name) => builder.addSwitch(name, 2));
  for (const [s, ref] of refs.entries())
    builder.connect(ref, 1, builder.addHost(`H${s}`), 1);
  builder.connect(refs[0]!, 2, refs[1]!, 2);
  const fabric = builder.build();
  return {
    fabric,
    tables: {
      lids: lidTable(Uint16Array.of(1, 2, 3, 4), new Uint8Array(4)),
      lft: [Uint8Array.of(255, 0, 2, 1, 2), Uint8Array.of(255, 2, 0, 2, 1)],
      lanes: 1,
      engine: "by hand",
      pathLid: (_, destination) => (destination + 1) as Lid,
      pathSl: () => 0 as Sl,
    },
  };
}

const models = [
  modelOf(),
  modelOf({ outputBuffer: { packets: 1 } }),
  modelOf({ outputBuffer: { packets: 1 }, lanes: 2, crossbar: "lane" }),
];

describe.each(models)(
  "endports of switches, output buffers of $outputBuffer.packets, crossbar per $crossbar",
  (model) => {
    const start = (
      shots: Shot[],
      more: { traffic?: Partial<Traffic>; tables?: ForwardingTables } = {},
    ) =>
      createNetwork({
        ...two(),
        ...(more.tables === undefined ? {} : { tables: more.tables }),
        switchModels: [model],
        // The adapter's delays are hosts' only.
        hca: {
          ...plainHca,
          sendDelay: 1000_000 as Ps,
          receiveDelay: 2000_000 as Ps,
        },
        traffic: [{ ...scripted(shots), ...more.traffic }],
        tickPs: 1000,
        checked: true,
      });

    it.each([
      // From a switch's endport: 100 ns in the crossbar, and no cable.
      [
        "to the host of the next switch",
        0,
        4,
        100 + 20 + 100 + 256 + 20 + 2000,
      ],
      ["to its own host", 0, 3, 100 + 256 + 20 + 2000],
      ["to the next switch", 0, 2, 100 + 20 + 100 + 256],
      ["to itself", 0, 1, 100 + 256],
      [
        "from a host to the next switch",
        2,
        2,
        1000 + 20 + 100 + 20 + 100 + 256,
      ],
      ["from a host to a host", 2, 4, 1000 + 3 * 20 + 2 * 100 + 256 + 2000],
    ])("send %s", (_, source, dlid, time) => {
      const network = start([{ source, dlid, birth: 0, bytes: 64 }], {
        traffic: { switchEndports: true },
      });
      const seen = play(network, 1e5);
      expect(deliveries(seen).map((h) => [h.place, h.time])).toEqual([
        [dlid - 1, time],
      ]);
      expect(network.idle()).toBe(true);
    });

    it("compete with the inputs for an output, as input 0", () => {
      // All routed at 1120: S0's endport, then H0's packet, then the endport's second.
      const network = start([
        { source: 0, dlid: 4, birth: 1020, bytes: 64, tag: 0 },
        { source: 2, dlid: 4, birth: 0, bytes: 64, tag: 1 },
        { source: 0, dlid: 4, birth: 1020, bytes: 64, tag: 2 },
      ]);
      expect(
        deliveries(play(network, 1e5)).map((h) => [h.tag, h.time]),
      ).toEqual(
        [0, 1, 2].map((k) => [k, 1120 + 120 + (k + 1) * 256 + 20 + 2000]),
      );
    });

    it("are members of multicast groups by bit 0 of the mask", () => {
      const { fabric, tables } = two();
      const network = start(
        [{ source: 0, dlid: 0xc000, birth: 0, bytes: 64 }],
        {
          tables: withMulticast(fabric, tables, [[[0, 1, 2]], [[0, 1, 2]]]),
        },
      );
      // Not back to S0 itself: that was the ingress.
      expect(
        deliveries(play(network, 1e5))
          .map((h) => [h.place, h.time])
          .sort((a, b) => a[0]! - b[0]!),
      ).toEqual([
        [1, 220 + 256],
        [2, 100 + 256 + 20 + 2000],
        [3, 220 + 256 + 20 + 2000],
      ]);
    });

    it("are counted by channels of the fabric only, and take no packets where nobody asked for them", () => {
      const network = start([{ source: 0, dlid: 4, birth: 0, bytes: 64 }]);
      const [injected] = play(network, 1e5);
      expect(injected).toMatchObject({ kind: "injected", place: -1 });
      const { packets } = network.takeChannelCounters();
      // Ports of S0, S1, H0, H1: over the cable of the switches, and to H1.
      expect([...packets]).toEqual([0, 1, 1, 0, 0, 0]);
      const plain = start([{ source: 2, dlid: 2, birth: 0, bytes: 64 }]);
      const seen = play(plain, 1e5);
      expect(seen.filter((h) => h.kind === "dropped")).toHaveLength(1);
      expect(deliveries(seen)).toHaveLength(0);
    });

    it("answer each other in a closed loop, and by timers", () => {
      const heard: [number, number][] = [];
      const owes = new Map<number, number>([[0, 0]]);
      let timer = 5000;
      const stream = (source: number, dlid: number) => ({
        source: source as EndportIx,
        serviceLevels: [0],
        next(draft: Parameters<Traffic["streams"][number]["next"]>[0]) {
          draft.retryAt = -1;
          const birth = owes.get(source);
          if (birth === undefined || heard.length >= 6) {
            if (source === 0 && timer > 0) draft.retryAt = timer;
            return false;
          }
          owes.delete(source);
          Object.assign(draft, {
            birth,
            dlid,
            bytes: 64,
            sl: 0,
            tag: 0,
            flags: 0,
          });
          return true;
        },
      });
      const ask = stream(0, 2);
      const traffic: Traffic = {
        streams: [
          {
            ...ask,
            next(draft) {
              if (heard.length === 4 && timer > 0) {
                owes.set(0, timer);
                timer = 0;
              }
              return ask.next(draft);
            },
          },
          stream(1, 1),
        ],
        finite: true,
        maxPacketBytes: 64 as Bytes,
        minPacketBytes: 64 as Bytes,
        delivered({ destination, time }) {
          heard.push([destination, time]);
          // The fourth delivery is answered by the timer only.
          if (heard.length !== 4) owes.set(destination, time);
          return [destination];
        },
      };
      const network = createNetwork({
        ...two(),
        switchModels: [model],
        hca: plainHca,
        traffic: [traffic],
        tickPs: 1000,
        checked: true,
      });
      play(network, 1e5);
      const trip = 220 + 256;
      expect(heard).toEqual([
        [1, trip],
        [0, 2 * trip],
        [1, 3 * trip],
        [0, 4 * trip],
        [1, 5000 + trip],
        [0, 5000 + 2 * trip],
      ]);
    });
  },
);

describe("a delay of its own for a switch's endport", () => {
  it.each([
    ["from the endport to its host", 0, 3, 30 + 256 + 20],
    ["from the endport to the next host", 0, 4, 30 + 20 + 90 + 256 + 20],
    [
      "from a host to the endport, which nothing shows ahead",
      2,
      1,
      20 + 100 + 256,
    ],
    ["from a host to a host, shown ahead twice", 2, 4, 3 * 20 + 2 * 90 + 256],
  ])("%s", (_, source, dlid, time) => {
    const network = createNetwork({
      ...two(),
      switchModels: [
        modelOf({
          idleRoutingDelay: 90_000 as Ps,
          endportDelay: 30_000 as Ps,
        }),
      ],
      hca: plainHca,
      traffic: [
        {
          ...scripted([{ source, dlid, birth: 0, bytes: 64 }]),
          switchEndports: true,
        },
      ],
      tickPs: 1000,
      checked: true,
    });
    expect(deliveries(play(network, 1e5)).map((h) => h.time)).toEqual([time]);
  });
});
