import {
  DropCause,
  droppedCopies,
  FabricError,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  type Fabric,
  type Journal,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import type { Engine } from "./engine.ts";
import type { Change, ChangeResult, Experiment } from "./experiment.ts";

/** `S3:2`, as people name a port. */
export const portName = (fabric: Fabric, port: number): string => {
  const node = fabric.portNode[port] ?? 0;
  return `${fabric.nodeName[node] ?? "?"}:${port - (fabric.portStart[node] ?? 0) + 1}`;
};

const cableName = (fabric: Fabric, port: number): string =>
  `${portName(fabric, port)} - ${portName(fabric, fabric.portPeer[port] ?? 0)}`;

/** What a change does, in words: `S0:3 - S1:3 fails`. */
function inWords(fabric: Fabric, change: Change): string {
  if ("fail" in change) return `${cableName(fabric, change.fail)} fails`;
  return "restore" in change
    ? `${cableName(fabric, change.restore)} is restored`
    : "re-sweep";
}

/** The changes in the order of time; those of one moment as they are listed. */
const inOrder = (changes: readonly Change[]): Change[] =>
  [...changes].sort((a, b) => a.at - b.at);

/**
 * Looks changes through before anything runs.
 *
 * @throws FabricError E_SIM_CHANGE for a moment before 0, a port without a cable, a link that fails twice or is restored without having failed,
 * or a re-sweep of tables that are given
 */
export function checkChanges({
  changes = [],
  fabric,
  tables,
}: Experiment): void {
  const down = new Set<number>();
  for (const change of inOrder(changes)) {
    const refuse = (got: string, expected: string): never => {
      throw new FabricError({
        code: "E_SIM_CHANGE",
        message: "a change cannot be carried out",
        where: { path: `changes[${changes.indexOf(change)}]` },
        got,
        expected,
      });
    };
    if (!(change.at >= 0)) refuse(`at ${change.at} ps`, "a time from 0 on");
    if ("resweep" in change) {
      if ("given" in tables)
        refuse(
          "a re-sweep of tables that are given",
          "tables that a routing computes",
        );
      continue;
    }
    const fails = "fail" in change;
    const port = fails ? change.fail : change.restore;
    const link = fabric.portLink[port] ?? -1;
    if (link < 0) refuse(`port ${port}`, "a port with a cable");
    if (fails === down.has(link))
      refuse(
        `${inWords(fabric, change)}, which ${fails ? "is down already" : "is not down"}`,
        fails ? "a link that works" : "a link that has failed",
      );
    if (fails) down.add(link);
    else down.delete(link);
  }
}

/** Carries out the changes of an experiment at their moments, and counts what is lost. */
export class LiveChanges {
  readonly #composition: Composition;
  readonly #engine: Engine;
  readonly #changes: readonly Change[];
  readonly #dead = new Set<number>();
  readonly #results: {
    lost: { linkDown: number; unroutable: number };
    last: number;
    now: number;
  }[] = [];

  constructor(composition: Composition, engine: Engine) {
    this.#composition = composition;
    this.#engine = engine;
    this.#changes = inOrder(composition.experiment.changes ?? []);
  }

  /** First tick that is to be simulated after the next change; Infinity where there is none. */
  get next(): number {
    const change = this.#changes[this.#results.length];
    return change === undefined
      ? Number.POSITIVE_INFINITY
      : Math.ceil(change.at / this.#composition.tickPs);
  }

  /** Some link is down, and no change is to come: packets of the hosts behind it wait for ever. */
  get stuck(): boolean {
    return this.#dead.size > 0 && this.next === Number.POSITIVE_INFINITY;
  }

  /** Whether the cable of that host is down. */
  isCutOff(host: EndportIx): boolean {
    const { endportPort, portLink } = this.#composition.experiment.fabric;
    return this.#dead.has(portLink[endportPort[host] ?? -1] ?? -1);
  }

  /** Carries out what is due before tick `now`. @returns whether there was something */
  apply(now: number): boolean {
    let any = false;
    for (; this.next <= now; any = true) {
      const change = this.#changes[this.#results.length] as Change;
      this.#results.push({
        lost: { linkDown: 0, unroutable: 0 },
        last: Number.NEGATIVE_INFINITY,
        now,
      });
      this.#carryOut(change);
    }
    return any;
  }

  observe({ records, count, baseTick }: Journal): void {
    const present = this.#results.at(-1);
    if (present === undefined) return;
    for (let at = 0; at < count * JOURNAL_STRIDE; at += JOURNAL_STRIDE) {
      if (records[at + JOURNAL_KIND] !== JournalKind.dropped) continue;
      const word = records[at + JOURNAL_CLASS] ?? 0;
      const cause = (word >> 16) & 15;
      const copies = droppedCopies(word);
      if (cause === DropCause.linkDown) present.lost.linkDown += copies;
      else if (cause === DropCause.unroutable)
        present.lost.unroutable += copies;
      else continue;
      present.last = Math.max(
        present.last,
        baseTick + (records[at + JOURNAL_TIME] ?? 0),
      );
    }
  }

  results(): ChangeResult[] {
    const { experiment, tickPs } = this.#composition;
    return this.#changes.map((change, k): ChangeResult => {
      const what = inWords(experiment.fabric, change);
      const result = this.#results[k];
      if (result === undefined) return { at: change.at, what, reached: false };
      const common = { at: change.at, what, reached: true, lost: result.lost };
      if (!("fail" in change)) return common;
      const { last, repaired } = this.#after(k, change.fail);
      return {
        ...common,
        repaired,
        ...(repaired || last < 0
          ? { recoveryPs: Math.max(0, last - result.now) * tickPs }
          : {}),
      };
    });
  }

  /**
   * What came of failure `k`, of the cable at `port`: the last loss until it was repaired, and then until the next change, whose own losses are those that
   * come later. What is lost while several links are down is lost to all of them: until the last of these losses the network has not recovered from any. Once
   * its own cable is restored, what other cables lose that are still down is none of its losses.
   */
  #after(k: number, port: number): { last: number; repaired: boolean } {
    const { portLink } = this.#composition.experiment.fabric;
    const linkOf = (at: number): number => portLink[at] ?? -1;
    /** Links that are down, and tables still lead over them. */
    const missed = new Set<number>();
    let last = Number.NEGATIVE_INFINITY;
    let repaired = false;
    for (const [i, { last: lost }] of this.#results.entries()) {
      const change = this.#changes[i] as Change;
      if (repaired) break;
      if ("fail" in change) missed.add(linkOf(change.fail));
      else if ("restore" in change) missed.delete(linkOf(change.restore));
      else missed.clear();
      if (i < k) continue;
      repaired = !missed.has(linkOf(port));
      if (!repaired || missed.size === 0) last = Math.max(last, lost);
    }
    return { last, repaired };
  }

  #carryOut(change: Change): void {
    const { experiment } = this.#composition;
    const { fabric } = experiment;
    const { failLink, restoreLink, useTables } = this.#engine;
    if (
      failLink === undefined ||
      restoreLink === undefined ||
      useTables === undefined
    )
      throw new FabricError({
        code: "E_SIM_CHANGE",
        message: "this engine carries out no changes",
        where: { path: "changes" },
        expected: "one thread",
      });
    if ("fail" in change) {
      this.#dead.add(fabric.portLink[change.fail] ?? -1);
      failLink(change.fail);
    } else if ("restore" in change) {
      this.#dead.delete(fabric.portLink[change.restore] ?? -1);
      restoreLink(change.restore);
    } else
      try {
        useTables(this.#composition.resweep(this.#dead));
      } catch (error) {
        throw FabricError.is(error)
          ? atMoment(error, `${change.at / 1e6} us`)
          : error;
      }
  }
}

/** The error of a re-sweep, with the moment. */
function atMoment(
  { code, message, where, got, expected, hint, cause }: FabricError,
  when: string,
): FabricError {
  return new FabricError({
    code,
    message: `${message} (at the re-sweep of ${when})`,
    where,
    ...(got === undefined ? {} : { got }),
    ...(expected === undefined ? {} : { expected }),
    ...(hint === undefined ? {} : { hint }),
    ...(cause === undefined ? {} : { cause }),
  });
}
