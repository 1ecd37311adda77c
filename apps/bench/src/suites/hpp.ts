import { measuredScript } from "../child.ts";
import type { HppFigures, HppPoint } from "../points/hpp.ts";
import { median, type BenchOptions, type Row, type Suite } from "../suite.ts";

const script = new URL("../points/hpp.ts", import.meta.url);
const measure = (point: HppPoint): Promise<HppFigures> =>
  measuredScript<HppFigures>(script, point);

/**
 * Packets that BookSim2 passes per second of CPU through one full 16-port switch, 16 flits a packet, 2 VCs (-O3, measured once on a machine of another
 * speed; 29,013 with 4 VCs). It moves flits, and has an iSLIP allocator.
 */
const BOOKSIM2_PACKETS = 44_614;

/** What the switch of Wang et al. costs to simulate: one full switch, the same with barriers, and multicasts in a fat tree of 1024 nodes. */
export const hpp: Suite = {
  name: "hpp",
  summary:
    "the HPP switch: simulated cycles per second of one full 16-port switch, with and without barriers, and 10,000 multicasts to 1024 nodes",
  async *run({ quick, rounds }: BenchOptions) {
    const times = quick ? 1 : rounds;
    const runs = async (point: HppPoint): Promise<HppFigures[]> => {
      const found: HppFigures[] = [];
      for (let round = 0; round < times; round += 1)
        found.push(await measure(point));
      return found;
    };
    const perSecond = (
      found: readonly HppFigures[],
      of: (figures: HppFigures) => number,
    ): number =>
      median(found.map((figures) => of(figures) / figures.cpuSeconds));

    const full = await runs({
      kind: "saturated",
      cycles: quick ? 4e6 : 1e7,
    });
    const cycles = perSecond(full, (figures) => figures.cycles);
    yield {
      suite: "hpp",
      name: "16 ports, 256 B, 3 data VCs, full",
      figures: {
        "M cycles/s": cycles / 1e6,
        "M packet-hops/s": perSecond(full, (one) => one.packetHops) / 1e6,
        // A packet takes two hops: from its host, and from the switch.
        "packets/s over BookSim2's":
          perSecond(full, (one) => one.packetHops) / 2 / BOOKSIM2_PACKETS,
        "events/hop": median(full.map((one) => one.events / one.packetHops)),
        "s for 10^8 cycles": 1e8 / cycles,
      },
      targets: [{ figure: "s for 10^8 cycles", atMost: 60 }],
    } satisfies Row;

    const beside = await runs({
      kind: "barriers",
      cycles: quick ? 4e6 : 1e7,
    });
    const both = perSecond(beside, (figures) => figures.cycles);
    yield {
      suite: "hpp",
      name: "the same, with 16 barrier groups every 50 us",
      figures: {
        "M cycles/s": both / 1e6,
        "M packet-hops/s": perSecond(beside, (one) => one.packetHops) / 1e6,
        "s for 10^8 cycles": 1e8 / both,
      },
      targets: [{ figure: "s for 10^8 cycles", atMost: 60 }],
    } satisfies Row;

    const multicasts = quick ? 1000 : 10_000;
    const tree = await runs({ kind: "multicast", multicasts });
    yield {
      suite: "hpp",
      name: `1024 nodes, ${multicasts} multicasts of 64 B to all`,
      figures: {
        "M deliveries/s": perSecond(tree, (one) => one.delivered) / 1e6,
        "M packet-hops/s": perSecond(tree, (one) => one.packetHops) / 1e6,
        "s for 10,000": median(
          tree.map((one) => (one.cpuSeconds * 10_000) / multicasts),
        ),
      },
      targets: [{ figure: "s for 10,000", atMost: 60 }],
    } satisfies Row;
  },
};
