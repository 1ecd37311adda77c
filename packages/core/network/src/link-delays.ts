import type { SwitchModel } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";
import { flightKey, LONGEST_DELAY, refuseLongDelays } from "./longest-delay.ts";
import type { EngineConfig } from "./own-endports.ts";
import { byteTimeRatio, lengthTicks, ticksOf, type Ratio } from "./timing.ts";

/** Every delay of a network in ticks, per sending port. */
export interface LinkDelays {
  readonly flightOf: Int32Array;
  /** Flight plus the receiving switch's (shortest) routing delay. */
  readonly hopOf: Int32Array;
  /** ps per byte: numerator, and denominator times tick. */
  readonly rateNum: Float64Array;
  readonly rateDen: Float64Array;
  /** Rate per port; undefined where nothing is cabled. */
  readonly rates: readonly (Ratio | undefined)[];
  /** Switch -> what the full routing delay is longer than that of an idle output. */
  readonly showAheadOf: Int32Array;
  /** All links have one rate and one flight time, all switches one delay: these. */
  readonly uniform: boolean;
  readonly flight: number;
  readonly hop: number;
  /** Ticks that the largest packet takes on the slowest link, and the smallest on the fastest. */
  readonly longest: number;
  readonly shortestLength: number;
  readonly longestFlight: number;
  readonly longestHop: number;
}

/** From a header's arrival in a switch, or a birth at its own endport, to the earliest grant that it can have there. */
const headDelay = (model: SwitchModel, own: boolean): number =>
  own
    ? (model.endportDelay ?? model.routingDelay)
    : (model.idleRoutingDelay ?? model.routingDelay);

/** @param own whether the packets are those of a switch's own endport, which no link brings: of them, only the switch can take time */
const noDelay = (config: EngineConfig, own: boolean): FabricError =>
  new FabricError({
    code: "E_NETWORK_DELAY",
    message: own
      ? "packets of a switch's own endport would take no time to their grant"
      : "flight time and routing delay are both zero",
    where: { path: own ? "switch" : flightKey(config) },
    got: own
      ? "a switch that routes in no time"
      : "flight 0, and a switch that routes in no time",
    expected: own
      ? "at least one tick from their birth to the grant"
      : "at least one tick from a link to the next switch's grant",
    hint: own
      ? "give the switch a delay (the switch model has it as a parameter), or leave out traffic of switches, such as barrier-operation"
      : "make one of them more than zero: flight of link or of topology, or the delay that the switch model has as a parameter",
  });

/** Turns the delays of links and switches into ticks; refuses those that the engine cannot represent. */
export function linkDelays(
  config: EngineConfig,
  maxBytes: number,
  minBytes: number,
): LinkDelays {
  const { fabric, link, tickPs } = config;
  const ports = fabric.portCount;
  const { firstOwnPort = ports } = fabric;
  const flightOf = new Int32Array(ports);
  const hopOf = new Int32Array(ports);
  const rateNum = new Float64Array(ports);
  const rateDen = new Float64Array(ports).fill(1);
  const overridden =
    link?.byteTimePs === undefined ? undefined : byteTimeRatio(link.byteTimePs);
  const rates: (Ratio | undefined)[] = [];
  let uniform = true;
  let firstLink = -1;
  let longest = 1;
  let shortestLength = LONGEST_DELAY;
  let longestFlight = 0;
  let longestHop = 0;
  for (let port = 0; port < ports; port++) {
    const l = fabric.portLink[port]!;
    if (l < 0) {
      rates.push(undefined);
      continue;
    }
    const rate = overridden ?? {
      num: fabric.linkBytePsNum[l]!,
      den: fabric.linkBytePsDen[l]!,
    };
    rates.push(rate);
    rateNum[port] = rate.num;
    rateDen[port] = rate.den * tickPs;
    // Why not read back from the arrays: they hold 32 bits, and too long a time would come back as another.
    const flight = ticksOf(
      link?.flightPs ?? fabric.linkFlightPs[l]!,
      tickPs,
      "flight time of a link",
    );
    flightOf[port] = flight;
    const receiver = fabric.portNode[fabric.portPeer[port]!]!;
    const into =
      receiver < fabric.switchCount
        ? config.switchModels[config.modelOf?.[receiver] ?? 0]!
        : undefined;
    const delay =
      into === undefined ? 0 : headDelay(into, port >= firstOwnPort);
    const hop = flight + ticksOf(delay, tickPs, "routing delay");
    hopOf[port] = hop;
    const length = lengthTicks(maxBytes, rate, tickPs);
    longest = Math.max(longest, length);
    shortestLength = Math.min(
      shortestLength,
      lengthTicks(minBytes, rate, tickPs),
    );
    longestFlight = Math.max(longestFlight, flight);
    longestHop = Math.max(longestHop, hop);
    if (receiver < fabric.switchCount && hop < 1)
      throw noDelay(config, port >= firstOwnPort);
    if (firstLink < 0) firstLink = port;
    else if (
      rateNum[port] !== rateNum[firstLink] ||
      rateDen[port] !== rateDen[firstLink] ||
      flightOf[port] !== flightOf[firstLink]
    )
      uniform = false;
  }
  refuseLongDelays(config, longest, longestFlight);
  let hop = 0;
  for (let port = 0; port < ports; port++) {
    if (
      fabric.portLink[port]! < 0 ||
      fabric.portNode[fabric.portPeer[port]!]! >= fabric.switchCount
    )
      continue;
    if (hop === 0) hop = hopOf[port]!;
    else if (hop !== hopOf[port]) uniform = false;
  }
  const showAheadOf = new Int32Array(fabric.switchCount);
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const { routingDelay, idleRoutingDelay = routingDelay } =
      config.switchModels[config.modelOf?.[sw] ?? 0]!;
    showAheadOf[sw] =
      ticksOf(routingDelay, tickPs, "routing delay") -
      ticksOf(idleRoutingDelay, tickPs, "routing delay of an idle output");
  }
  return {
    flightOf,
    hopOf,
    rateNum,
    rateDen,
    rates,
    showAheadOf,
    uniform,
    flight: firstLink < 0 ? 0 : flightOf[firstLink]!,
    hop,
    longest,
    shortestLength,
    longestFlight,
    longestHop,
  };
}
