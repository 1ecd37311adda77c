import type { PacketDraft, RandomStream, Stream } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";
import {
  BarrierMachine,
  PARENT,
  type BarrierType,
  type Sequence,
} from "./barrier-machine.ts";
import { Registers } from "./registers.ts";
import { barrierTag, Fate, numberOf, typeOf } from "./tag.ts";

/** When things happen, in ticks. */
export interface BarrierTiming {
  readonly ack: number;
  readonly dun: number;
  /** Barriers of each group; Infinity = no end. */
  readonly barriers: number;
}

/** Chance on a link. */
export interface LinkErrors {
  readonly loss: number;
  readonly corruption: number;
}

/** What an agent is told of a group: its neighbours in the tree. */
export interface Membership {
  readonly group: number;
  /** LID of the parent, 0 = it is the root. */
  readonly parent: number;
  /** LIDs of the children; none = a host whose process takes part. */
  readonly children: readonly number[];
  /** Tick at which the process enters its first barrier, and from each release to the next entry. Of hosts with a process. */
  readonly process?: { readonly first: number; pause(): number };
}

/** A group at one endport. */
class Node {
  readonly machine: BarrierMachine;
  readonly of: Membership;
  /** Barriers complete here. */
  completed = 0;
  /** Tick at which the timer runs out, or the process enters. */
  deadline = Infinity;
  /** What comes at the deadline. */
  isEntry = false;
  readonly #agent: BarrierAgent;

  constructor(of: Membership, agent: BarrierAgent) {
    this.of = of;
    this.#agent = agent;
    this.machine = new BarrierMachine(
      of.children.length,
      of.parent !== 0,
      this,
    );
    if (of.process !== undefined) this.#enterAt(of.process.first);
  }

  // ------------------------------------------------------------ BarrierActions

  send(
    to: number,
    type: BarrierType,
    sequence: Sequence,
    again: boolean,
  ): void {
    const { of, machine, completed } = this;
    const lid = to === PARENT ? of.parent : (of.children[to] ?? 0);
    // Where a barrier completes, the machine's bit is that of the next one already when the distribute packets of this one are sent.
    const current = completed + (machine.sequence ^ (completed & 1));
    const number = sequence === machine.sequence ? current : current - 1;
    this.#agent.send(lid, type, again, of.group, number);
  }

  timer(which: "ack" | "dun" | "none"): void {
    const { now, timing } = this.#agent;
    this.isEntry = false;
    this.deadline = which === "none" ? Infinity : now + timing[which];
  }

  released(): void {
    const { now, registers } = this.#agent;
    this.completed += 1;
    registers.barriers += 1;
    if (this.of.process !== undefined)
      this.#enterAt(now + this.of.process.pause());
  }

  /** The deadline has come. */
  due(): void {
    if (!this.isEntry) {
      this.machine.timeout();
      return;
    }
    this.isEntry = false;
    this.deadline = Infinity;
    this.machine.enter();
  }

  #enterAt(tick: number): void {
    if (this.completed >= this.#agent.timing.barriers) return;
    this.isEntry = true;
    this.deadline = Math.round(tick);
  }
}

/** All barrier machines of one endport, and the packets that they send: one after another, in the order in which they were made. */
export class BarrierAgent implements Stream {
  readonly source: EndportIx;
  readonly serviceLevels: readonly number[];
  readonly timing: BarrierTiming;
  readonly registers = new Registers();
  /** The tick for which something is done. */
  now = 0;
  /** Itself, as `Traffic.delivered` returns it. */
  readonly woken: readonly EndportIx[];
  readonly #nodes: Node[] = [];
  readonly #nodeOf: (Node | undefined)[] = [];
  /** (group, neighbour) -> child's number, or PARENT. */
  readonly #from = new Map<number, number>();
  readonly #bytes: number;
  readonly #sl: number;
  readonly #errors: LinkErrors;
  readonly #random: RandomStream;
  /** Packets to be sent: LID, tag and birth of each from `#head` on. */
  #queue: number[] = [];
  #head = 0;

  constructor(of: {
    readonly source: EndportIx;
    readonly sl: number;
    readonly bytes: number;
    readonly timing: BarrierTiming;
    readonly errors: LinkErrors;
    readonly random: RandomStream;
  }) {
    this.source = of.source;
    this.serviceLevels = [of.sl];
    this.timing = of.timing;
    this.woken = [of.source];
    this.#sl = of.sl;
    this.#bytes = of.bytes;
    this.#errors = of.errors;
    this.#random = of.random;
  }

  /** @param neighbours endports of the parent (under PARENT) and of the children (by number), as senders */
  join(
    membership: Membership,
    neighbours: readonly (readonly [endport: number, as: number])[],
  ): void {
    const node = new Node(membership, this);
    this.#nodes.push(node);
    this.#nodeOf[membership.group] = node;
    for (const [endport, as] of neighbours)
      this.#from.set(endport * 16 + membership.group, as);
  }

  /** Packet `tag` of `group` has come from `endport` whole. */
  receive(group: number, tag: number, endport: number, now: number): void {
    this.now = now;
    const from = this.#from.get(endport * 16 + group);
    if (from === undefined) return;
    const type = typeOf(tag);
    this.registers.count(type, "received");
    this.#nodeOf[group]?.machine.receive(
      from,
      type,
      (numberOf(tag) & 1) as Sequence,
    );
  }

  send(
    lid: number,
    type: BarrierType,
    again: boolean,
    group: number,
    number: number,
  ): void {
    this.registers.count(type, "sent");
    if (again) this.registers.count(type, "resent");
    this.#queue.push(
      lid,
      barrierTag(type, this.#fate(), again, group, number),
      this.now,
    );
  }

  next(draft: PacketDraft): boolean {
    if (this.#head === this.#queue.length) this.#passTime(draft.now ?? 0);
    if (this.#head === this.#queue.length) {
      draft.retryAt = this.#earliest()?.deadline ?? -1;
      return false;
    }
    const queue = this.#queue;
    const at = this.#head;
    draft.dlid = queue[at] ?? 0;
    draft.tag = queue[at + 1] ?? 0;
    draft.birth = queue[at + 2] ?? 0;
    draft.bytes = this.#bytes;
    draft.sl = this.#sl;
    draft.flags = 0;
    draft.retryAt = -1;
    this.#head = at + 3;
    if (this.#head === queue.length) {
      queue.length = 0;
      this.#head = 0;
    }
    return true;
  }

  /** Does what is due by `now`, in order, each as of its own tick. */
  #passTime(now: number): void {
    for (;;) {
      const node = this.#earliest();
      if (node === undefined || node.deadline > now) return;
      this.now = Math.max(this.now, node.deadline);
      node.due();
    }
  }

  /** The node with the next deadline; the first of several. */
  #earliest(): Node | undefined {
    let first: Node | undefined;
    for (const node of this.#nodes)
      if (node.deadline < (first?.deadline ?? Infinity)) first = node;
    return first;
  }

  #fate(): Fate {
    const { loss, corruption } = this.#errors;
    if (loss + corruption === 0) return Fate.arrives;
    const chance = this.#random.uniform();
    if (chance < loss) return Fate.lost;
    return chance < loss + corruption ? Fate.corrupted : Fate.arrives;
  }
}
