import { WALK_ENDS, UNREACHABLE, type WalkEnd } from "@fabriclab/paths";
import type { Fabric, ForwardingTables } from "@fabriclab/spec";
import type { EndportIx, Lid, Sl } from "@fabriclab/units";
import type { Causes } from "./causes.ts";
import { Counter } from "./counted.ts";
import { Follower } from "./failed-pair.ts";
import { FailurePlaces } from "./failure-places.ts";

/** A pair whose path is longer than the fabric's shortest. */
export interface LongPair {
  readonly source: EndportIx;
  readonly destination: EndportIx;
  readonly lid: Lid;
  /** Switches crossed, and crossed on a shortest path. */
  readonly hops: number;
  readonly shortest: number;
}

/** Sources whose packets for one destination share their way. */
export interface Group {
  readonly destination: EndportIx;
  readonly lid: Lid;
  readonly sl: Sl;
  readonly sources: number;
  /** Where they enter; -1 where they enter at no switch. */
  readonly sw: number;
  /** The sources one by one; the first stands for all. */
  members(): readonly EndportIx[];
}

/** Counts the pairs of an audit, group by group. */
export class Tally {
  pairs = 0;
  unreachable = 0;
  disconnected = 0;
  readonly byEnd = new Float64Array(WALK_ENDS.length);
  /** Switches crossed -> pairs. */
  readonly hops: number[] = [];
  /** Switches crossed beyond the least -> pairs. */
  readonly detours: number[] = [];
  readonly nonMinimal: Counter<LongPair>;
  readonly places = new FailurePlaces();
  readonly follower: Follower;
  readonly causes: Causes;

  constructor(
    fabric: Fabric,
    tables: ForwardingTables,
    causes: Causes,
    examples: number,
  ) {
    this.follower = new Follower(fabric, tables);
    this.causes = causes;
    this.nonMinimal = new Counter(examples);
  }

  /** Delivered, over a shortest path. */
  minimal(hops: number, sources: number): void {
    this.pairs += sources;
    this.hops[hops] = (this.hops[hops] ?? 0) + sources;
    this.byEnd[0] = (this.byEnd[0] ?? 0) + sources;
  }

  /** Delivered, over a longer path. */
  long(group: Group, hops: number, shortest: number): void {
    const { destination, lid, sources } = group;
    this.minimal(hops, sources);
    const beyond = hops - shortest;
    this.detours[beyond] = (this.detours[beyond] ?? 0) + sources;
    this.nonMinimal.count += sources;
    if (this.nonMinimal.room > 0)
      for (const source of group.members())
        this.nonMinimal.keep({ source, destination, lid, hops, shortest });
  }

  /** Not delivered. @param cables of a shortest way between the switches of the pair; `UNREACHABLE` where the fabric has none */
  failed(group: Group, end: WalkEnd, cables: number): void {
    const { destination, lid, sl, sources } = group;
    const at = WALK_ENDS.indexOf(end);
    this.pairs += sources;
    this.byEnd[at] = (this.byEnd[at] ?? 0) + sources;
    this.unreachable += sources;
    if (cables === UNREACHABLE) this.disconnected += sources;
    const members = group.members();
    const first = members[0];
    if (first === undefined) return;
    this.follower.end(first, destination, lid, sl);
    const where = this.follower.place(first, lid, end);
    this.places.add(end, where, lid, sources);
    const examples = this.causes.add(group, end, cables, where);
    for (const source of members) {
      if (examples.wanted <= 0) break;
      this.follower.end(source, destination, lid, sl);
      const place = this.follower.place(source, lid, end);
      examples.keep({ source, destination, lid, sl, end, at: place });
    }
  }
}
