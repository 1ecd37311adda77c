import { UNREACHABLE, type WalkEnd } from "@fabriclab/paths";
import type { ForwardingTables } from "@fabriclab/spec";
import { NO_PORT, type EndportIx, type Lid } from "@fabriclab/units";
import type { Blame } from "./blame.ts";
import type { EndPlace, FailedPair } from "./failed-pair.ts";
import {
  FAULTS,
  type Cause,
  type Fault,
  type WrongEntry,
} from "./wrong-entry.ts";

/** Sources that enter at one switch and whose packets for one LID do not arrive. */
export interface FailedGroup {
  readonly destination: EndportIx;
  readonly lid: Lid;
  readonly sources: number;
  /** Where they enter; negative where they enter at no switch. */
  readonly sw: number;
}

/** A cause under way. */
interface Gathered extends Cause {
  pairs: number;
  lids: number;
  readonly entries: (WrongEntry & { pairs: number })[];
  /** Examples that it keeps at most. */
  readonly room: number;
  /** One example of each LID, and further ones. */
  readonly firsts: FailedPair[];
  readonly others: FailedPair[];
  /** The destination that came last, and its LIDs so far; undefined = counted without details. */
  destination: EndportIx | undefined;
  readonly current: Map<Lid, (WrongEntry & { pairs: number }) | undefined>;
}

/** Takes examples of one group of pairs. */
export interface ExamplePlace {
  readonly wanted: number;
  keep(example: FailedPair): void;
}

/** Gathers unreachable pairs by what keeps them apart, destination by destination. */
export class Causes {
  readonly #tables: ForwardingTables;
  readonly #blame: Blame;
  readonly #examples: number;
  readonly #entries: number;
  readonly #causes = new Map<number, Gathered>();

  /**
   * @param examples pairs that `examples` gives at most
   * @param entries that are kept of each cause
   */
  constructor(
    tables: ForwardingTables,
    blame: Blame,
    examples: number,
    entries: number,
  ) {
    this.#tables = tables;
    this.#blame = blame;
    this.#examples = examples;
    this.#entries = entries;
  }

  /**
   * Counts a group.
   *
   * @param cables of a shortest way between the switches of the pair
   * @param place where the packets end
   * @returns what takes examples of it
   */
  add(
    group: FailedGroup,
    end: WalkEnd,
    cables: number,
    place: EndPlace,
  ): ExamplePlace {
    const { destination, lid, sources } = group;
    const fault = this.#aside(group, end, cables);
    const cause =
      fault === undefined
        ? this.#ofEntry(group)
        : fault === "no-lane"
          ? this.#cause(fault, place.node, place.port)
          : this.#cause(fault, -1, NO_PORT);
    cause.pairs += sources;
    if (cause.destination !== destination) {
      cause.destination = destination;
      cause.current.clear();
    }
    const isNew = !cause.current.has(lid);
    if (isNew) {
      cause.lids += 1;
      const entry =
        cause.entries.length < this.#entries
          ? this.#entry(cause, group)
          : undefined;
      cause.current.set(lid, entry);
      if (entry !== undefined) cause.entries.push(entry);
    }
    const entry = cause.current.get(lid);
    if (entry !== undefined) entry.pairs += sources;
    return takes(cause, isNew);
  }

  /** Those with most pairs first. */
  done(): Cause[] {
    return this.#sorted().map(
      ({ fault, node, port, pairs, lids, entries }) => ({
        fault,
        node,
        port,
        pairs,
        lids,
        entries,
      }),
    );
  }

  /** As many from each cause as there is room for, and of a cause first one of each LID; in the order of `done`. */
  examples(): FailedPair[] {
    const lists = this.#sorted().map(({ firsts, others }) => [
      ...firsts,
      ...others,
    ]);
    const taken = lists.map(() => 0);
    let left = this.#examples;
    for (let turn = 0, some = true; some && left > 0; turn++) {
      some = false;
      for (const [at, { length }] of lists.entries()) {
        if (length <= turn || left === 0) continue;
        taken[at] = turn + 1;
        left -= 1;
        some = true;
      }
    }
    return lists.flatMap((list, at) => list.slice(0, taken[at]));
  }

  #sorted(): Gathered[] {
    return [...this.#causes.values()].sort(
      (a, b) =>
        b.pairs - a.pairs ||
        FAULTS.indexOf(a.fault) - FAULTS.indexOf(b.fault) ||
        a.node - b.node ||
        a.port - b.port,
    );
  }

  /** A fault that is not an entry's. */
  #aside(
    { destination, lid }: FailedGroup,
    end: WalkEnd,
    cables: number,
  ): Fault | undefined {
    if (end === "unattached") return "unattached";
    if (this.#tables.lids.owner[lid] !== destination) return "other-lid";
    if (cables === UNREACHABLE) return "disconnected";
    return end === "no-lane" ? "no-lane" : undefined;
  }

  #ofEntry({ lid, sw }: FailedGroup): Gathered {
    const at = this.#blame.switchOf(lid, sw);
    return this.#cause(this.#blame.fault(at), at, this.#blame.port(at));
  }

  #entry(
    { fault, node }: Cause,
    { destination, lid }: FailedGroup,
  ): WrongEntry & { pairs: number } {
    const owner = this.#tables.lids.owner[lid] ?? -1;
    const isEntry = FAULTS.indexOf(fault) < FAULTS.indexOf("no-lane");
    return {
      lid,
      owner: owner < 0 ? destination : (owner as EndportIx),
      pairs: 0,
      mend: isEntry ? this.#blame.mend(node) : undefined,
      cycle: fault === "loop" ? this.#blame.cycle(node) : undefined,
    };
  }

  #cause(fault: Fault, node: number, port: number): Gathered {
    const key =
      ((node + 1) * FAULTS.length + FAULTS.indexOf(fault)) * (NO_PORT + 1) +
      port;
    let cause = this.#causes.get(key);
    if (cause === undefined) {
      cause = {
        fault,
        node,
        port,
        pairs: 0,
        lids: 0,
        entries: [],
        // Why fewer: earlier causes give one each, so that all together have enough, and memory stays small.
        room: Math.max(
          Math.min(1, this.#examples),
          this.#examples - this.#causes.size,
        ),
        firsts: [],
        others: [],
        destination: undefined,
        current: new Map(),
      };
      this.#causes.set(key, cause);
    }
    return cause;
  }
}

function takes(
  { room, firsts, others }: Gathered,
  isNew: boolean,
): ExamplePlace {
  let first = isNew;
  return {
    get wanted() {
      const left = room - firsts.length;
      return first ? left : left - others.length;
    },
    keep(example) {
      (first ? firsts : others).push(example);
      first = false;
    },
  };
}
