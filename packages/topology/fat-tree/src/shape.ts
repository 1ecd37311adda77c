import {
  refuseShape,
  unlessRefused,
  type RefuseShape,
} from "@fabriclab/fabric";
import type { Fabric } from "@fabriclab/spec";
import type { HostIx, NodeIx, PortIx, SwitchIx } from "@fabriclab/units";
import { numberOf } from "./digits.ts";
import {
  hostLabel,
  parseHostLabel,
  parseSwitchLabel,
  switchLabel,
} from "./label.ts";
import { hostsOf, switchesOf } from "./size.ts";

const NOT_ONE = "E_FAT_TREE_NOT_A_FAT_TREE";
const refuse: RefuseShape = refuseShape(
  NOT_ONE,
  "the fabric is not an m-port n-tree",
);

/** What a fabric knows about itself once it is known to be IBFT(m,n). Symbols as in zhou2007 §3. */
export interface FatTreeShape {
  /** m */
  readonly ports: number;
  /** n */
  readonly levels: number;
  /** h = m/2 */
  readonly half: number;
  /** Host -> PID = Σ p_i·h^(n-1-i). */
  readonly pid: Int32Array;
  /** PID -> host. */
  readonly hostOfPid: Int32Array;
  /** Digit p_i of host x at [x·n + i]. */
  readonly hostDigits: Uint8Array;
  /** Level l of each switch, 0 = root … n-1 = leaf. */
  readonly switchLevel: Uint8Array;
  /** The digits w0…w(l-1) of each switch as a number, Σ w_i·h^(l-1-i): equal to ⌊PID / h^(n-l)⌋ of exactly the hosts below it (roots: 0, and all hosts). */
  readonly switchPrefix: Int32Array;
  /** Digit w_i of switch s at [s·(n-1) + i]. */
  readonly switchDigits: Uint8Array;
  /** Switch with the number Σ w_i·h^(n-2-i) on a level, at [level][number]. */
  readonly switchAt: readonly Int32Array[];
  /** Whether the host hangs below the switch: w0…w(l-1) = p0…p(l-1), so that the way to it goes down. O(1). */
  isBelow(host: HostIx, sw: SwitchIx): boolean;
}

/**
 * Recovers m, n and every digit from the node descriptions and proves them against the cables, so that it works for a fabric read from a file,
 * whatever the order of its nodes.
 *
 * Complexity: O(ports).
 * @throws FabricError E_FAT_TREE_NOT_A_FAT_TREE naming the first switch or port that differs.
 */
export function fatTreeShape(fabric: Fabric): FatTreeShape {
  const ports = fabric.switchCount === 0 ? 0 : fabric.radix(0 as NodeIx);
  if (ports === 0) refuse(fabric.name, "no switches", "switches named SW<w,l>");
  if (ports % 2 !== 0)
    refuse(nameOf(fabric, 0), `${ports} ports`, "an even number of ports");
  const half = ports / 2;

  const labels = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const name = nameOf(fabric, sw);
    const label = parseSwitchLabel(name, ports);
    if (label === undefined)
      refuse(
        name,
        `the name ${name}`,
        `a switch name such as ${switchLabel(ports, [0, 0], 1)}`,
      );
    if (fabric.radix(sw as NodeIx) !== ports)
      refuse(
        name,
        `${fabric.radix(sw as NodeIx)} ports`,
        `${ports} ports, as ${nameOf(fabric, 0)} has`,
      );
    return label;
  });
  const levels = 1 + labels.reduce((top, { level }) => Math.max(top, level), 0);
  if (fabric.switchCount !== switchesOf({ ports, levels })) {
    refuse(
      fabric.name,
      `${fabric.switchCount} switches`,
      `${switchesOf({ ports, levels })} switches of ${ports} ports on ${levels} levels`,
    );
  }
  if (fabric.hostCount !== hostsOf({ ports, levels })) {
    refuse(
      fabric.name,
      `${fabric.hostCount} hosts`,
      `${hostsOf({ ports, levels })} hosts under ${levels} levels of ${ports}-port switches`,
    );
  }

  const switchLevel = new Uint8Array(fabric.switchCount);
  const switchPrefix = new Int32Array(fabric.switchCount);
  const switchDigits = new Uint8Array(fabric.switchCount * (levels - 1));
  const switchAt = Array.from({ length: levels }, (_, level) =>
    new Int32Array((level === 0 ? 1 : 2) * half ** (levels - 1)).fill(-1),
  );
  for (const [sw, { w, level }] of labels.entries()) {
    const first = level === 0 ? half : ports;
    if (
      w.length !== levels - 1 ||
      w.some((digit, place) => digit >= (place === 0 ? first : half))
    ) {
      refuse(
        nameOf(fabric, sw),
        `the digits ${w.join(" ")} on level ${level}`,
        `${levels - 1} digits, the first below ${first} and the others below ${half}`,
      );
    }
    take(switchAt[level], numberOf(w, half), sw, nameOf(fabric, sw));
    switchLevel[sw] = level;
    switchPrefix[sw] = numberOf(w.slice(0, level), half);
    switchDigits.set(w, sw * (levels - 1));
  }

  const pid = new Int32Array(fabric.hostCount);
  const hostOfPid = new Int32Array(fabric.hostCount).fill(-1);
  const hostDigits = new Uint8Array(fabric.hostCount * levels);
  for (let host = 0; host < fabric.hostCount; host++) {
    const name = nameOf(fabric, fabric.switchCount + host);
    const p = parseHostLabel(name, ports);
    if (
      p?.length !== levels ||
      p.some((digit, place) => digit >= (place === 0 ? ports : half))
    ) {
      refuse(
        name,
        `the name ${name}`,
        `a host name of ${levels} digits, such as ${hostLabel(ports, new Array<number>(levels).fill(0))}`,
      );
    }
    if (fabric.radix(fabric.hostNode(host as HostIx)) !== 1)
      refuse(
        name,
        `${fabric.radix(fabric.hostNode(host as HostIx))} ports`,
        "one port",
      );
    pid[host] = numberOf(p, half);
    take(hostOfPid, pid[host] ?? 0, host, name);
    hostDigits.set(p, host * levels);
  }

  const shape: FatTreeShape = {
    ports,
    levels,
    half,
    pid,
    hostOfPid,
    hostDigits,
    switchLevel,
    switchPrefix,
    switchDigits,
    switchAt,
    isBelow(host, sw) {
      const level = switchLevel[sw] ?? 0;
      // Why: the first digit counts to m, not h, so at the roots the quotient would be 0 or 1.
      return (
        level === 0 ||
        Math.floor((pid[host] ?? 0) / half ** (levels - level)) ===
          switchPrefix[sw]
      );
    },
  };
  verifyCables(fabric, shape);
  return shape;
}

/** The same, or undefined where the fabric is no m-port n-tree. */
export function findFatTreeShape(fabric: Fabric): FatTreeShape | undefined {
  return unlessRefused(NOT_ONE, () => fatTreeShape(fabric));
}

function nameOf(fabric: Fabric, node: number): string {
  return fabric.nodeName[node] ?? `node ${node}`;
}

function take(
  places: Int32Array | undefined,
  place: number,
  index: number,
  name: string,
): void {
  if (places?.[place] !== -1)
    refuse(name, `two nodes named ${name}`, "every name once");
  places[place] = index;
}

/** Every port of a tree is cabled, so it is enough to look from the switches: down at hosts, up at the level above. */
function verifyCables(fabric: Fabric, shape: FatTreeShape): void {
  const { ports, levels, half } = shape;
  const expect = (
    sw: number,
    num: number,
    node: number,
    nodePort: number,
  ): void => {
    const peer = fabric.portPeer[(fabric.portStart[sw] ?? 0) + num - 1] ?? -1;
    const there = fabric.portNode[peer] ?? -1;
    const thereNum = peer < 0 ? 0 : fabric.numOf(peer as PortIx);
    if (there === node && thereNum === nodePort) return;
    refuse(
      `${nameOf(fabric, sw)}:${num}`,
      peer < 0 ? "no cable" : `a cable to ${nameOf(fabric, there)}:${thereNum}`,
      `a cable to ${nameOf(fabric, node)}:${nodePort}`,
    );
  };
  for (let sw = 0; sw < fabric.switchCount; sw++) {
    const level = shape.switchLevel[sw] ?? 0;
    const w = Array.from(
      shape.switchDigits.subarray(sw * (levels - 1), (sw + 1) * (levels - 1)),
    );
    if (level === levels - 1) {
      const down = levels === 1 ? ports : half;
      for (let k = 0; k < down; k++)
        expect(
          sw,
          k + 1,
          fabric.switchCount +
            (shape.hostOfPid[numberOf([...w, k], half)] ?? 0),
          1,
        );
    }
    if (level === 0) continue;
    const kept = w.filter((_, place) => place !== level - 1);
    for (let up = 0; up < half; up++) {
      expect(
        sw,
        up + half + 1,
        shape.switchAt[level - 1]?.[numberOf([...kept, up], half)] ?? -1,
        (w[level - 1] ?? 0) + 1,
      );
    }
  }
}
