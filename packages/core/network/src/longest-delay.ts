import { FabricError } from "@fabriclab/units";
import type { EngineConfig } from "./own-endports.ts";
import { ticksOf } from "./timing.ts";

/** Ticks that any one transfer may take in all: far below 2^31, so that times relative to the clock's base never overflow. */
export const LONGEST_DELAY = 0x10000000;

/** The largest packet of IBA with its headers: what is larger is the traffic's own doing, not the link's. */
const IBA_PACKET_BYTES = 4096 + 126;

/** A part of what a transfer takes, and the scenario's key that makes it so long. */
interface Part {
  readonly what: string;
  readonly ticks: number;
  readonly path: string;
}

/** What the configuration says of all links. */
const linkOf = ({ link, linkInFabric }: EngineConfig) => link ?? linkInFabric;

/** The key of a scenario that says how long links are: what stands under `link` holds for all of them. */
export const flightKey = (config: EngineConfig): string =>
  linkOf(config)?.flightPs === undefined ? "topology.flight" : "link.flight";

/** The key of a scenario that says how long the largest packet is on a link. */
function lengthKey(config: EngineConfig): string {
  const sizes: number[] = config.traffic.map(
    ({ maxPacketBytes }) => maxPacketBytes,
  );
  const bytes = Math.max(...sizes);
  return linkOf(config)?.byteTimePs !== undefined && bytes <= IBA_PACKET_BYTES
    ? "link.byteTime"
    : `traffic[${sizes.indexOf(bytes)}].size`;
}

/** Ticks that the receiving engine of a host takes for the largest packet. */
function receiveTicks({ hca, tickPs, traffic }: EngineConfig): number {
  if (hca.receive === undefined) return 0;
  const { elementDelay, bytePs } = hca.receive;
  const bytes = Math.max(...traffic.map((one) => one.maxPacketBytes));
  return Math.ceil((elementDelay + (bytes * bytePs.num) / bytePs.den) / tickPs);
}

/**
 * Refuses times that 32 bits do not hold: the engine would count on with others.
 *
 * @param longest ticks of the largest packet on the slowest link
 * @param flight ticks of the longest link
 * @throws FabricError E_NETWORK_DELAY, with the scenario's key of the longest part
 */
export function refuseLongDelays(
  config: EngineConfig,
  longest: number,
  flight: number,
): void {
  const { hca, tickPs } = config;
  const ticks = (ps: number | undefined, what: string): number =>
    ticksOf(ps ?? 0, tickPs, what);
  const inSwitch = Math.max(
    0,
    ...config.switchModels.map(
      (model) =>
        Math.max(
          ticks(model.routingDelay, "routing delay"),
          ticks(model.endportDelay, "delay of a switch's own endport"),
        ) + ticks(model.outputDelay, "delay behind the crossbar"),
    ),
  );
  const parts: Part[] = [
    { what: "a packet", ticks: longest, path: lengthKey(config) },
    // Why twice: before the receiver's delay, and within it.
    {
      what: "a link's flight, twice",
      ticks: 2 * flight,
      path: flightKey(config),
    },
    { what: "a switch's delay", ticks: inSwitch, path: "switch" },
    {
      what: "the host's send delay",
      ticks: ticks(hca.sendDelay, "send delay of the host"),
      path: "hca.sendDelay",
    },
    {
      what: "a packet's way from a host's receive buffer to its memory",
      ticks: receiveTicks(config),
      path: "hca",
    },
    {
      what: "the host's receive delay",
      ticks: ticks(hca.receiveDelay, "receive delay of the host"),
      path: "hca.receiveDelay",
    },
  ];
  if (parts.reduce((sum, part) => sum + part.ticks, 0) <= LONGEST_DELAY) return;
  const worst = parts.reduce((a, b) => (b.ticks > a.ticks ? b : a));
  throw new FabricError({
    code: "E_NETWORK_DELAY",
    message: "what one transfer takes is too many ticks",
    where: { path: worst.path },
    got: `${worst.what}: ${worst.ticks} ticks of ${tickPs} ps`,
    expected: `at most ${LONGEST_DELAY} ticks for ${parts.map(({ what }) => what).join(", ")} together`,
    hint: `${worst.path.endsWith(".size") ? "a smaller packet" : "a shorter time"}; or times with a larger common divisor (20ns rather than 19997ps), for the tick is the largest unit that divides all of them`,
  });
}
