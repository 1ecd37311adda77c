import type { SwitchClaims, SwitchModel } from "@fabriclab/spec";
import { hostEndports, row } from "./bench-fabrics.ts";
import { check, type Check, type Finding } from "./check.ts";
import { nameOf } from "./compile.ts";
import { crowd, shot, type Bench } from "./switch-bench.ts";

type Result = Omit<Finding, "where"> | undefined;

/** Each packet of a crowd once, and in order where that is claimed. */
export function flowChecks(
  each: (search: (bench: Bench) => Result) => Finding | undefined,
  claims: Pick<SwitchClaims, "inOrder">,
): Check[] {
  const once = check("packets of a flow arrive once each", () =>
    each((bench) => {
      const { fabric, shots } = crowd(bench.model.mtu);
      const arrived = new Set<string>();
      for (const { source, place, tag } of bench.run(fabric, shots).seen) {
        const packet = `packet ${tag} from ${nameOf(fabric, source)} to ${nameOf(fabric, place)}`;
        if (arrived.has(packet))
          return {
            what: `${packet} arrives twice`,
            todo: "send a unicast packet on once",
          };
        arrived.add(packet);
      }
      return undefined;
    }),
  );
  // Where order is not claimed, none is right or wrong.
  if (!claims.inOrder) return [once];
  return [
    once,
    check("packets of a flow keep their order, as claimed", () =>
      each((bench) => {
        const { fabric, shots } = crowd(bench.model.mtu);
        const last = new Map<string, number>();
        for (const { source, place, tag } of bench.run(fabric, shots).seen) {
          const flow = `${nameOf(fabric, source)} to ${nameOf(fabric, place)}`;
          const before = last.get(flow) ?? -1;
          if (tag < before)
            return {
              what: `packet ${tag} arrives after packet ${before} from ${flow}`,
              todo: "serve the queue of a lane first in, first out, or claim inOrder: false",
            };
          last.set(flow, tag);
        }
        return undefined;
      }),
    ),
  ];
}

const BYTES = 256;
/** Ticks between two looks at the network; a packet of the crowd takes longer. */
const STEP = 64;
/** A model that hangs is found by other checks. */
const LOOKS = 20_000;

/**
 * Four hosts send to a fifth: their packets pile up, and no more of them may be under way than the buffers of the switch hold, one that is leaving each
 * of them, and one on the last link. Flow control that hands out more credits than there is space shows here.
 */
export function overfull(bench: Bench): Result {
  const fabric = row(1, 5);
  const [to, ...from] = hostEndports(fabric);
  if (to === undefined) return undefined;
  const most =
    from.length * (inputPackets(bench.model) + 1) +
    packetsIn(bench.model.outputBuffer) +
    1;
  const network = bench.start(
    fabric,
    from.flatMap((source) =>
      Array.from({ length: 60 }, (_, tag) => shot(source, to, 0, BYTES, tag)),
    ),
  );
  for (let look = 0; look < LOOKS && !network.idle(); look++) {
    network.run(network.now + STEP);
    network.clearJournal();
    const { inFlight } = network.counts;
    if (inFlight > most)
      return {
        what: `${inFlight} packets are under way from ${from.length} hosts at tick ${network.now}, where ${most} have room`,
        todo: "send a packet only on credit, and return a credit only for space that is free",
      };
  }
  return undefined;
}

const inputPackets = (model: SwitchModel): number =>
  packetsIn(model.inputBufferPerLane?.[0] ?? model.inputBuffer);

function packetsIn(size: SwitchModel["inputBuffer"]): number {
  return "packets" in size ? size.packets : Math.floor(size.bytes / BYTES);
}
