import {
  DropCause,
  droppedCopies,
  FabricError,
  JOURNAL_CLASS,
  JOURNAL_KIND,
  JOURNAL_STRIDE,
  JOURNAL_TIME,
  JournalKind,
  many,
  type Fabric,
  type Journal,
} from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import type { Composition } from "./composition.ts";
import { DownLinks, linkAt, linksOf } from "./down-links.ts";
import type { Engine } from "./engine.ts";
import { cableName } from "./port-name.ts";
import { refusedResweep } from "./refused-resweep.ts";
import type { Change, ChangeResult, Experiment } from "./experiment.ts";

/** What a change does, in words: `S0:3 - S1:3 fails`. */
function inWords(fabric: Fabric, change: Change): string {
  if ("fail" in change) return `${cableName(fabric, change.fail)} fails`;
  if ("restore" in change)
    return `${cableName(fabric, change.restore)} is restored`;
  if ("resweep" in change) return "re-sweep";
  const links = many(linksOf(fabric, change).length, "link");
  return "failNode" in change
    ? `${fabric.nodeName[change.failNode] ?? "?"} fails (${links})`
    : `${fabric.nodeName[change.restoreNode] ?? "?"} is restored`;
}

const isFailure = (change: Change): boolean =>
  "fail" in change || "failNode" in change;

/** The changes in the order of time; those of one moment as they are listed. */
const inOrder = (changes: readonly Change[]): Change[] =>
  [...changes].sort((a, b) => a.at - b.at);

/**
 * Looks changes through before anything runs.
 *
 * @throws FabricError E_SIM_CHANGE for a moment before 0, a port or node without a cable, a link or node that fails twice or is restored without having failed,
 * or a re-sweep of tables that are given
 */
export function checkChanges({
  changes = [],
  fabric,
  tables,
}: Experiment): void {
  const down = new DownLinks(fabric);
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
    if ("fail" in change || "restore" in change) {
      const port = "fail" in change ? change.fail : change.restore;
      if (linkAt(fabric, port) < 0)
        refuse(`port ${port}`, "a port with a cable");
    } else if (linksOf(fabric, change).length === 0)
      refuse(inWords(fabric, change), "a node with a cable");
    const wrong = whyNot(down, change);
    if (wrong !== undefined)
      refuse(`${inWords(fabric, change)}, which ${wrong[0]}`, wrong[1]);
    down.apply(change);
  }
}

/** Why a failure or restoration cannot be, and what could; undefined where it can. */
function whyNot(
  down: DownLinks,
  change: Exclude<Change, { readonly resweep: true }>,
): readonly [is: string, expected: string] | undefined {
  if ("fail" in change)
    return down.isDown(change.fail)
      ? ["is down already", "a link that works"]
      : undefined;
  if ("restore" in change) {
    if (down.hasFailed(change.restore)) return undefined;
    return down.isDown(change.restore)
      ? ["is down with the node at its end", "that node to be restored"]
      : ["is not down", "a link that has failed"];
  }
  if ("failNode" in change)
    return down.isNodeDown(change.failNode)
      ? ["is down already", "a node that works"]
      : undefined;
  return down.isNodeDown(change.restoreNode)
    ? undefined
    : ["is not down", "a node that has failed"];
}

/** Carries out the changes of an experiment at their moments, and counts what is lost. */
export class LiveChanges {
  readonly #composition: Composition;
  readonly #engine: Engine;
  readonly #changes: readonly Change[];
  readonly #down: DownLinks;
  /** Links that are down. */
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
    this.#down = new DownLinks(composition.experiment.fabric);
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
      if (!isFailure(change)) return common;
      const { last, repaired } = this.#after(k);
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
   * What came of failure `k`: the last loss until it was repaired, and then until the next change, whose own losses are those that
   * come later. What is lost while several links are down is lost to all of them: until the last of these losses the network has not recovered from any. Once
   * its own link or node is restored, what others lose that are still down is none of its losses.
   */
  #after(k: number): { last: number; repaired: boolean } {
    const { fabric } = this.#composition.experiment;
    const failure = this.#changes[k] as Change;
    const own = linksOf(fabric, failure).map((port) => linkAt(fabric, port));
    const down = new DownLinks(fabric);
    /** Links that are down, and tables still lead over them. */
    const missed = new Set<number>();
    let last = Number.NEGATIVE_INFINITY;
    let repaired = false;
    for (const [i, { last: lost }] of this.#results.entries()) {
      const change = this.#changes[i] as Change;
      if (repaired) break;
      const { failed, restored } = down.apply(change);
      for (const port of failed) missed.add(linkAt(fabric, port));
      for (const port of restored) missed.delete(linkAt(fabric, port));
      if ("resweep" in change) missed.clear();
      if (i < k) continue;
      repaired =
        (i > k && undoes(change, failure)) ||
        !own.some((link) => missed.has(link));
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
    const { failed, restored } = this.#down.apply(change);
    for (const port of failed) {
      this.#dead.add(linkAt(fabric, port));
      failLink(port);
    }
    for (const port of restored) {
      this.#dead.delete(linkAt(fabric, port));
      restoreLink(port);
    }
    if ("resweep" in change)
      try {
        useTables(this.#composition.resweep(this.#dead));
      } catch (error) {
        throw FabricError.is(error)
          ? refusedResweep(
              error,
              change.at,
              this.#composition.experiment.fabric,
              this.#dead,
            )
          : error;
      }
  }
}

/** Whether a change restores the node that failed in another. */
const undoes = (change: Change, failure: Change): boolean =>
  "restoreNode" in change &&
  "failNode" in failure &&
  change.restoreNode === failure.failNode;
