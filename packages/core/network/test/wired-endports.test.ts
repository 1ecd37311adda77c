import { FabricBuilder } from "@fabriclab/fabric";
import {
  lidTable,
  type Fabric,
  type ForwardingTables,
  type SwitchModel,
} from "@fabriclab/spec";
import { parseOptions } from "@fabriclab/spec";
import { bulletinBoard, synchronous } from "@fabriclab/switch-replication";
import type { Lid, Ps, Sl } from "@fabriclab/units";
import { describe, expect, it } from "vitest";
import { createNetwork } from "../src/index.ts";
import {
  deliveries,
  play,
  scripted,
  type Happening,
  type Shot,
} from "./scripted.ts";
import { withMulticast } from "./small-fabrics.ts";
import { modelOf, plainHca } from "./yardstick.ts";

/** One switch S, endport 0 and LID 1, with hosts H1 … H4 of LIDs 2 … 5 at its ports 1 … 4. */
function star(): { fabric: Fabric; tables: ForwardingTables } {
  const builder = new FabricBuilder("star");
  const ref = builder.addSwitch("S", 4);
  for (const port of [1, 2, 3, 4])
    builder.connect(ref, port, builder.addHost(`H${port}`), 1);
  const fabric = builder.build();
  return {
    fabric,
    tables: {
      lids: lidTable(Uint16Array.of(1, 2, 3, 4, 5), new Uint8Array(5)),
      lft: [Uint8Array.of(255, 0, 1, 2, 3, 4)],
      lanes: 1,
      engine: "by hand",
      pathLid: (_, destination) => (destination + 1) as Lid,
      pathSl: () => 0 as Sl,
    },
  };
}

const wired: Partial<SwitchModel> = {
  crossbar: "lane",
  endportDelay: 30_000 as Ps,
  endportAtEveryPort: true,
};
const run = (shots: Shot[], model: Partial<SwitchModel>) => {
  const network = createNetwork({
    ...star(),
    switchModels: [modelOf({ ...wired, ...model })],
    hca: plainHca,
    traffic: [{ ...scripted(shots), switchEndports: true }],
    tickPs: 1000,
    checked: true,
  });
  const seen = deliveries(play(network, 1e6))
    .map((h) => [h.tag, h.place, h.time] as const)
    .sort((a, b) => a[2] - b[2]);
  expect(network.idle()).toBe(true);
  return seen;
};
const ports = [1, 2, 3, 4];

// A cable takes 20 ns, a switch 100 ns, a byte 4 ns.
describe.each([
  { lanes: 2 },
  { lanes: 1 },
  { lanes: 2, outputBuffer: { packets: 1 } },
])(
  "an own endport that is wired to every port of a switch ($lanes lanes)",
  (model) => {
    it("sends on all outputs at once", () => {
      const seen = run(
        ports.map((port) => ({
          source: 0,
          dlid: port + 1,
          birth: 1000,
          bytes: 10,
          tag: port,
        })),
        model,
      );
      expect(seen).toEqual(ports.map((p) => [p, p, 1000 + 30 + 40 + 20]));
    });

    it("takes a packet from every input at once, and the next when the first is through", () => {
      const seen = run(
        [0, 1].flatMap((k) =>
          ports.map((source) => ({
            source,
            dlid: 1,
            birth: 0,
            bytes: 64,
            tag: k,
          })),
        ),
        model,
      );
      expect(seen).toEqual(
        [0, 1].flatMap((k) =>
          ports.map(() => [k, 0, 20 + 100 + 256 * (k + 1)]),
        ),
      );
    });

    it("lets nobody wait but those that want the same output, where it goes first", () => {
      // H1's long packet has output 2 from 120 to 4120; H3's second one arrives meanwhile.
      const seen = run(
        [
          { source: 1, dlid: 3, birth: 0, bytes: 1000, tag: 9 },
          { source: 3, dlid: 3, birth: 100, bytes: 64, tag: 8 },
          { source: 0, dlid: 3, birth: 1000, bytes: 10, tag: 1 },
          { source: 0, dlid: 3, birth: 1000, bytes: 10, tag: 2 },
          { source: 0, dlid: 5, birth: 1000, bytes: 10, tag: 3 },
        ],
        model,
      );
      expect(seen).toEqual([
        [3, 4, 1000 + 30 + 40 + 20],
        [9, 2, 120 + 4000 + 20],
        [1, 2, 4120 + 40 + 20],
        [2, 2, 4120 + 80 + 20],
        [8, 2, 4120 + 80 + 256 + 20],
      ]);
    });

    it("still reaches itself and nobody", () => {
      expect(
        run([{ source: 0, dlid: 1, birth: 0, bytes: 64, tag: 4 }], model),
      ).toEqual([[4, 0, 30 + 256]]);
    });
  },
);

it.each([
  bulletinBoard.build(parseOptions(bulletinBoard, {})),
  synchronous.build(parseOptions(synchronous, {})),
])(
  "goes before multicast that needs the links at once ($name)",
  (replication) => {
    const { fabric, tables } = star();
    const network = createNetwork({
      fabric,
      tables: withMulticast(fabric, tables, [[[3, 4]]]),
      switchModels: [modelOf({ ...wired, lanes: 2, replication })],
      hca: plainHca,
      traffic: [
        {
          ...scripted([
            { source: 1, dlid: 0xc000, birth: 0, bytes: 256, tag: 8 },
            { source: 2, dlid: 0xc000, birth: 0, bytes: 256, tag: 9 },
            { source: 0, dlid: 4, birth: 1000, bytes: 10, tag: 1 },
            { source: 0, dlid: 5, birth: 1000, bytes: 10, tag: 2 },
          ]),
          switchEndports: true,
        },
      ],
      tickPs: 1000,
      checked: true,
    });
    const seen = deliveries(play(network, 1e6))
      .map((h) => [h.tag, h.place, h.time] as const)
      .sort((a, b) => a[2] - b[2] || a[1] - b[1]);
    expect(network.idle()).toBe(true);
    // The first multicast packet has both outputs from 120 to 1144; the endport's packets wait from 1030 on.
    expect(seen).toEqual([
      [8, 3, 120 + 1024 + 20],
      [8, 4, 120 + 1024 + 20],
      [1, 3, 1144 + 40 + 20],
      [2, 4, 1144 + 40 + 20],
      [9, 3, 1184 + 1024 + 20],
      [9, 4, 1184 + 1024 + 20],
    ]);
  },
);

it("loses what waits for a link that dies, and sends again when it is restored", () => {
  const { fabric, tables } = star();
  const network = createNetwork({
    fabric,
    tables,
    switchModels: [modelOf({ ...wired, lanes: 2 })],
    hca: plainHca,
    traffic: [
      {
        ...scripted([
          { source: 1, dlid: 3, birth: 0, bytes: 1000, tag: 9 },
          { source: 0, dlid: 3, birth: 1000, bytes: 10, tag: 1 },
          { source: 0, dlid: 3, birth: 5000, bytes: 10, tag: 2 },
          { source: 0, dlid: 3, birth: 9000, bytes: 10, tag: 3 },
        ]),
        switchEndports: true,
      },
    ],
    tickPs: 1000,
    checked: true,
    changes: true,
  });
  const seen: Happening[] = [];
  const to = (tick: number): void => {
    seen.push(...play(network, tick));
  };
  to(2000);
  network.failLink(1);
  to(8000);
  network.restoreLink(1);
  to(1e6);
  expect(network.idle()).toBe(true);
  const tags = (kind: Happening["kind"]): number[] =>
    seen.filter((h) => h.kind === kind).map(({ tag }) => tag);
  expect(tags("dropped")).toEqual([1, 2]);
  expect(tags("delivered")).toEqual([9, 3]);
});

it("is refused where lanes share a crossbar", () => {
  expect(() => run([], { crossbar: "port" })).toThrow(
    expect.objectContaining({ code: "E_NETWORK_UNSUPPORTED" }),
  );
});
