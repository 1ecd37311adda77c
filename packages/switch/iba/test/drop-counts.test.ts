import { createNetwork } from "@fabriclab/network";
import { parseOptions, type MetricContext } from "@fabriclab/spec";
import { hll } from "@fabriclab/switch-dropping";
import { describe, expect, it } from "vitest";
import { play } from "../../../core/network/test/scripted.ts";
import { star } from "../../../core/network/test/small-fabrics.ts";
import { plainHca } from "../../../core/network/test/yardstick.ts";
import { drops } from "../../../metrics/drops/src/index.ts";
import { modelOf, shooting } from "./runs.ts";

const HOSTS = 5;
/** A LID below the top one that leads nowhere. */
const NOWHERE = 4;

/** Packets of a class: most to host 1, which they overload together, some to a LID without a port. */
function classOf(sl: number, every: number) {
  return Array.from({ length: 600 }, (_, k) => ({
    source: 1 + (k % HOSTS),
    dlid: k % 11 === sl ? NOWHERE : 1 + (k % 7 === 0 ? 2 : 0),
    birth: every * k + sl,
    bytes: 1024,
    sl,
    tag: 1000 * sl + k,
  }));
}

/** Best-effort: all may be dropped. Real-time: what is neither first nor last of a frame of six. Control: none. */
const classes = [
  { name: "best-effort", shots: classOf(0, 300), mayDrop: () => true },
  {
    name: "real-time",
    shots: classOf(1, 320),
    mayDrop: (tag: number) => tag % 6 !== 0 && tag % 6 !== 5,
  },
  { name: "control", shots: classOf(2, 900), mayDrop: () => false },
];

describe("packets that do not arrive", () => {
  it("are counted exactly, by class and by cause", () => {
    const { fabric, tables } = star(HOSTS);
    const lft = tables.lft.map((row) =>
      row.map((port, lid) => (lid === NOWHERE ? 255 : port)),
    );
    const traffic = classes.map(({ shots, mayDrop }) =>
      shooting(shots, mayDrop),
    );
    const network = createNetwork({
      fabric,
      tables: { ...tables, lft },
      switchModels: [
        modelOf(
          { management: false, virtualLanes: 3, inputBuffer: "2 packets" },
          { drop: hll.build(parseOptions(hll, { hv: 0 })) },
        ),
      ],
      hca: plainHca,
      traffic,
      tickPs: 4000,
      link: { byteTimePs: 4000, flightPs: 20_000 },
      checked: true,
    });
    const context: MetricContext = {
      fabric,
      tickPs: 4000,
      sources: HOSTS,
      receivers: HOSTS,
      operations: 0,
      hostBytePs: 4000,
      bytePs: () => 4000,
      offeredLoad: 0.5,
      traffic,
    };
    const metric = drops.create(
      context,
      parseOptions(drops, { split: "traffic" }),
    );
    const arrived = new Set<number>();
    /** Each record is seen by the metric and by the books. */
    const seen = new Proxy(network, {
      get(of, key) {
        if (key === "journal") metric.observe(of.journal);
        const value: unknown = Reflect.get(of, key);
        return typeof value === "function" ? value.bind(of) : value;
      },
    });
    for (const { kind, tag } of play(seen, 1e7))
      if (kind === "delivered") {
        expect(arrived.has(tag)).toBe(false);
        arrived.add(tag);
      }
    expect(network.idle()).toBe(true);

    // The books: what was sent and never arrived, by where it was to go. Nothing that the engine or the metric counts goes into them.
    const result = metric.result(1);
    let nowhere = 0;
    let tooLate = 0;
    for (const [index, { name, shots, mayDrop }] of classes.entries()) {
      const missing = shots.filter(({ tag }) => !arrived.has(tag));
      const lost = missing.filter(({ dlid }) => dlid === NOWHERE).length;
      const late = missing.filter(({ dlid }) => dlid !== NOWHERE);
      expect(late.every(({ tag }) => mayDrop(tag))).toBe(true);
      expect([name, result[`drops.traffic${index}`]?.detail]).toEqual([
        name,
        {
          dropped: missing.length,
          delivered: shots.length - missing.length,
          bytes: 1024 * missing.length,
          unroutable: lost,
          "head-lifetime": late.length,
          "switch-lifetime": 0,
          stalled: 0,
          "link-down": 0,
        },
      ]);
      nowhere += lost;
      tooLate += late.length;
      if (name === "control") expect(late).toEqual([]);
      else expect(late.length).toBeGreaterThan(20);
    }
    expect(nowhere).toBeGreaterThan(0);
    expect(network.counts.dropped).toBe(nowhere + tooLate);
    expect(result["drops.unroutable"]?.detail).toEqual({ dropped: nowhere });
    expect(result["drops.head-lifetime"]?.detail).toEqual({ dropped: tooLate });
  });
});
