import { FabricBuilder } from "@fabriclab/fabric";
import {
  portMaskWords,
  type Fabric,
  type ForwardingTables,
  type Options,
  type Params,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import { hostEndports, plainTables, row } from "./bench-fabrics.ts";
import { check, type Check, type Finding } from "./check.ts";
import { nameOf } from "./compile.ts";
import type { Shot } from "./scripted.ts";
import { BYTE_TIME_PS, FLIGHT_PS, shot, type Bench } from "./switch-bench.ts";

type Result = Omit<Finding, "where"> | undefined;
type Each = (
  search: (bench: Bench, options: Options<Params>) => Result,
) => Finding | undefined;

/** The zero-load claim of a switch, as the kit asks it. */
type ZeroLoad = (packet: {
  bytes: number;
  bytePs: number;
  flightPs: number;
  switches: number;
  options: Options<Params>;
}) => number;

const GROUP = 0xc000;

/** Everybody on a row of switches sends to everybody, now and then; all others in between, to one. */
export function mixedCrowd(): {
  fabric: Fabric;
  tables: ForwardingTables;
  shots: Shot[];
  due: Set<string>;
} {
  const fabric = row(3, 3);
  const hosts = hostEndports(fabric);
  const tables = plainTables(fabric, [
    { id: 0, name: "all", members: hosts, sources: hosts },
  ]);
  const shots: Shot[] = [];
  const due = new Set<string>();
  for (let round = 0; round < 30; round++)
    for (const [i, source] of hosts.entries()) {
      const tag = shots.length;
      const step = 1 + ((round * 7 + i * 3) % (hosts.length - 1));
      const to = hosts[(i + step) % hosts.length] ?? source;
      const toAll = (round + i) % 4 === 0;
      const bytes = [64, 1000, 256][(round + i) % 3] ?? 64;
      shots.push({
        ...shot(source, to, round * 60, bytes, tag),
        ...(toAll ? { dlid: GROUP } : {}),
      });
      for (const place of toAll ? hosts : [to])
        if (place !== source) due.add(`${tag} at ${nameOf(fabric, place)}`);
    }
  return { fabric, tables, shots, due };
}

/** Two switches with two hosts each and two cables between them, of which tables with port sets offer either. */
function twoCables(): { fabric: Fabric; tables: ForwardingTables } {
  const builder = new FabricBuilder("two cables");
  const refs = ["S0", "S1"].map((name) => builder.addSwitch(name, 4));
  for (const [s, ref] of refs.entries())
    for (const port of [1, 2])
      builder.connect(ref, port, builder.addHost(`H${s}.${port}`), 1);
  const [a, b] = refs;
  if (a !== undefined && b !== undefined)
    for (const port of [3, 4]) builder.connect(a, port, b, port);
  const fabric = builder.build();
  const tables = plainTables(fabric);
  const words = portMaskWords(fabric);
  const portSets = tables.lft.map((lft) => {
    const sets = new Int32Array(lft.length * words);
    for (const [lid, port] of lft.entries())
      if (port >= 1 && port <= 4)
        sets[lid * words] = port >= 3 ? (1 << 3) | (1 << 4) : 1 << port;
    return sets;
  });
  return { fabric, tables: { ...tables, portSets, portSetWords: words } };
}

/** One multicast packet, alone, from the first host of a row to all. */
export function copiesOfOne(bench: Bench): Result {
  const fabric = row(3, 2);
  const hosts = hostEndports(fabric);
  const source = hosts[0];
  if (source === undefined) return undefined;
  const groups = [{ id: 0, name: "all", members: hosts, sources: [source] }];
  const { seen } = bench.run(
    fabric,
    [{ source, dlid: GROUP, birth: 0, bytes: 256, tag: 0 }],
    plainTables(fabric, groups),
  );
  const got = seen.map(({ place }) => place).sort((a, b) => a - b);
  const due = hosts.slice(1);
  return got.join() === due.join()
    ? undefined
    : {
        what: `copies reach [${got.map((place) => nameOf(fabric, place)).join(", ")}]`,
        todo: `each of [${due.map((place) => nameOf(fabric, place)).join(", ")}] is due one`,
      };
}

export function copiesMissed(bench: Bench): Result {
  const { fabric, tables, shots, due } = mixedCrowd();
  const { network, seen } = bench.run(fabric, shots, tables);
  const got = new Set<string>();
  for (const { tag, place } of seen) {
    const arrival = `${tag} at ${nameOf(fabric, place)}`;
    if (got.has(arrival) || !due.has(arrival))
      return {
        what: `packet ${arrival} arrives ${got.has(arrival) ? "twice" : "though it is not due there"}`,
        todo: "copy a packet once to every port of its mask but its own",
      };
    got.add(arrival);
  }
  if (got.size === due.size || network.counts.dropped > 0) return undefined;
  // A model may deadlock; it may not just stand still.
  if (network.diagnose() !== undefined) return undefined;
  const missing = [...due].find((arrival) => !got.has(arrival)) ?? "";
  return {
    what: `packet ${missing} never arrives, and no packets wait for each other`,
    todo: "every wait must end: pick each waiting packet at last, and hold no output that nobody waits for",
  };
}

export function notTogether(bench: Bench): Result {
  if (bench.model.replication.mode !== "gang") return undefined;
  const fabric = row(1, 6);
  const hosts = hostEndports(fabric);
  const tables = plainTables(fabric, [
    { id: 0, name: "all", members: hosts, sources: hosts },
  ]);
  const shots = hosts.flatMap((source, i) =>
    Array.from({ length: 12 }, (_, round): Shot => {
      const to = hosts[(i + 1 + (round % 5)) % hosts.length] ?? source;
      const packet = shot(source, to, round * 30, 256, 100 * i + round);
      return round % 3 === 0 ? { ...packet, dlid: GROUP } : packet;
    }),
  );
  const times = new Map<number, Set<number>>();
  for (const { tag, time } of bench.run(fabric, shots, tables).seen)
    times.set(tag, (times.get(tag) ?? new Set()).add(time));
  for (const [tag, at] of times)
    if (at.size > 1)
      return {
        what: `the copies of packet ${tag} leave at ${[...at].join(", ")}`,
        todo: "a gang starts on all its outputs in one tick",
      };
  return undefined;
}

function endportsAstray(
  bench: Bench,
  options: Options<Params>,
  zeroLoad: ZeroLoad,
): Result {
  for (const switches of [1, 3]) {
    const fabric = row(switches, 2);
    const [first, last] = [0 as EndportIx, hostEndports(fabric).at(-1)];
    if (last === undefined) continue;
    for (const [from, to] of [
      [first, last],
      [last, first],
    ] as const) {
      const { seen } = bench.run(
        fabric,
        [shot(from, to, 0, 256, 0)],
        plainTables(fabric),
        { switchEndports: true },
      );
      const measured = (seen[0]?.time ?? NaN) * bench.tickPs;
      // A switch's own endport has a delay of its own, and is not shown ahead. One cable less than between hosts: it has none.
      const { routingDelay, idleRoutingDelay = routingDelay } = bench.model;
      const { endportDelay = routingDelay } = bench.model;
      const due =
        (from === first ? endportDelay : routingDelay) -
        idleRoutingDelay +
        zeroLoad({
          bytes: 256,
          bytePs: BYTE_TIME_PS,
          flightPs: FLIGHT_PS,
          switches,
          options,
        }) -
        FLIGHT_PS;
      if (measured !== due || seen[0]?.place !== to)
        return {
          what: `256 bytes from ${nameOf(fabric, from)} to ${nameOf(fabric, to)} take ${measured} ps, ${due} ps claimed without the cable`,
          todo: "a switch's endport goes through the crossbar as a host behind a cable without length does",
        };
    }
  }
  return undefined;
}

export function choicesAstray(bench: Bench): Result {
  if (bench.model.select === undefined) return undefined;
  const { fabric, tables } = twoCables();
  const hosts = hostEndports(fabric);
  const shots = Array.from({ length: 200 }, (_, tag) => {
    const from = hosts[tag % 4] ?? (0 as EndportIx);
    const to = hosts[(tag + 1 + (tag % 3)) % 4] ?? from;
    return shot(from, to, tag * 20, 256, tag);
  });
  const { seen } = bench.run(fabric, shots, tables);
  for (const { dlid, tag } of shots) {
    const places = seen.filter((packet) => packet.tag === tag);
    if (places.length !== 1 || places[0]?.place !== dlid - 1)
      return {
        what: `packet ${tag} arrives ${places.length} times, at [${places.map(({ place }) => nameOf(fabric, place)).join(", ")}]`,
        todo: "pick one of the candidates, whatever their number and credits",
      };
  }
  return undefined;
}

/** Checks of what a model may have beyond the plain datapath: multicast under load, gangs, endports of switches, a choice among ports. */
export function switchFeatureChecks(each: Each, zeroLoad: ZeroLoad): Check[] {
  return [
    check(
      "multicast among unicast: every copy arrives once, or the deadlock is named",
      () => each(copiesMissed),
    ),
    check("the copies of a gang start together", () => each(notTogether)),
    check(
      "a switch's own endport sends and receives through the crossbar, without a cable",
      () => each((bench, options) => endportsAstray(bench, options, zeroLoad)),
    ),
    check("a choice among ports keeps to the candidates", () =>
      each(choicesAstray),
    ),
  ];
}
