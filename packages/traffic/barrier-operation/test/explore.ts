import {
  BarrierMachine,
  BarrierState,
  PARENT,
  type BarrierType,
  type Sequence,
} from "../src/barrier-machine.ts";

/** How far a group of hosts under one root switch is explored. */
export interface Bounds {
  readonly hosts: number;
  readonly barriers: number;
  /** Packets that may be lost, doubled on their link; timers that may run out while an answer is on its way. */
  readonly losses: number;
  readonly doubles: number;
  readonly early: number;
  /** Links may deliver their second packet first. */
  readonly reorder: boolean;
  /** Timers run out at all; default true. */
  readonly timers?: boolean;
  /** Packets on one link at a time; states beyond are not followed. */
  readonly window: number;
}

export interface Exploration {
  readonly states: number;
  /** States that were not followed, as a link would have held more than the window. */
  readonly cut: number;
  /** How somebody was released too early. */
  readonly unsafe: string | undefined;
  /** A state from which no continuation without faults releases everybody. */
  readonly stuck: string | undefined;
}

type MachineState = readonly [sequence: number, state: number, marked: number];

/** Immutable; links hold packets as type * 2 + sequence. */
interface World {
  readonly hosts: readonly MachineState[];
  readonly root: MachineState;
  readonly up: readonly (readonly number[])[];
  readonly down: readonly (readonly number[])[];
  readonly entered: readonly number[];
  readonly done: readonly number[];
  readonly losses: number;
  readonly doubles: number;
  readonly early: number;
}

const with_ = <T>(list: readonly T[], at: number, value: T): T[] =>
  list.map((old, i) => (i === at ? value : old));

const keyOf = (w: World): string =>
  [
    w.hosts.join(";"),
    w.root.join(),
    w.up.map((link) => link.join(".")).join(),
    w.down.map((link) => link.join(".")).join(),
    w.entered.join(""),
    w.done.join(""),
    w.losses,
    w.doubles,
    w.early,
  ].join("|");

/** Runs one step of a machine that is in `state`; returns its next state and what it sent and did. */
function stepOf(
  state: MachineState,
  children: number,
  does: (machine: BarrierMachine) => void,
): {
  state: MachineState;
  sent: (readonly [to: number, packet: number])[];
  released: number;
} {
  const sent: (readonly [number, number])[] = [];
  let released = 0;
  const machine = new BarrierMachine(children, children === 0, {
    send: (to, type, sequence) => sent.push([to, type * 2 + sequence]),
    timer: () => undefined,
    released: () => {
      released += 1;
    },
  });
  machine.sequence = state[0] as Sequence;
  machine.state = state[1] as BarrierState;
  machine.marked.forEach((_, child) => {
    machine.marked[child] = (state[2] >> child) & 1;
  });
  machine.missing = machine.marked.filter((mark) => mark === 0).length;
  does(machine);
  const marked = machine.marked.reduce(
    (mask, mark, child) => mask | (mark << child),
    0,
  );
  return {
    state: [machine.sequence, machine.state, marked],
    sent,
    released,
  };
}

/**
 * Visits every state that a group can come to: processes enter, packets arrive, are lost or doubled, timers run out, in any order. Then asks of
 * every state whether steps without faults lead from it to the end, where all hosts are released from all barriers.
 */
export function explore(bounds: Bounds): Exploration {
  const { hosts: n, barriers, reorder, window } = bounds;
  let unsafe: string | undefined;
  let cut = 0;

  function byHost(
    w: World,
    h: number,
    does: (m: BarrierMachine) => void,
  ): World {
    const { state, sent, released } = stepOf(w.hosts[h]!, 0, does);
    const done = with_(w.done, h, w.done[h]! + released);
    if (released > 0 && done[h]! > Math.min(...w.entered))
      unsafe ??= `host ${h} is released from barrier ${done[h]}, entered are ${w.entered.join()}`;
    return {
      ...w,
      hosts: with_(w.hosts, h, state),
      up: with_(w.up, h, [...w.up[h]!, ...sent.map(([, packet]) => packet)]),
      done,
    };
  }

  function byRoot(w: World, does: (m: BarrierMachine) => void): World {
    const { state, sent } = stepOf(w.root, n, does);
    const down = w.down.map((link, h) => [
      ...link,
      ...sent.filter(([to]) => to === h).map(([, packet]) => packet),
    ]);
    return { ...w, root: state, down };
  }

  /** Packet `at` of a link arrives; `stays` = a copy of it is still to come. */
  function arrive(
    w: World,
    side: "up" | "down",
    h: number,
    at: number,
    stays: boolean,
  ): World {
    const link = w[side][h]!;
    const packet = link[at]!;
    const rest = stays ? link : link.filter((_, k) => k !== at);
    const then = {
      ...w,
      [side]: with_(w[side], h, rest),
      doubles: w.doubles - (stays ? 1 : 0),
    } as World;
    const type = (packet >> 1) as BarrierType;
    const sequence = (packet & 1) as Sequence;
    return side === "up"
      ? byRoot(then, (m) => m.receive(h, type, sequence))
      : byHost(then, h, (m) => m.receive(PARENT, type, sequence));
  }

  /** All steps from a state; `clean` = no fault happens in them. */
  function steps(w: World): { to: World; clean: boolean }[] {
    const found: { to: World; clean: boolean }[] = [];
    for (let h = 0; h < n; h += 1) {
      if (w.entered[h] === w.done[h] && w.entered[h]! < barriers)
        found.push({
          to: byHost(
            { ...w, entered: with_(w.entered, h, w.entered[h]! + 1) },
            h,
            (m) => m.enter(),
          ),
          clean: true,
        });
      for (const side of ["up", "down"] as const) {
        const link = w[side][h]!;
        if (link.length === 0) continue;
        for (const at of reorder && link.length > 1 ? [0, 1] : [0]) {
          found.push({ to: arrive(w, side, h, at, false), clean: at === 0 });
          if (w.doubles > 0)
            found.push({ to: arrive(w, side, h, at, true), clean: false });
        }
        if (w.losses > 0)
          found.push({
            to: {
              ...w,
              [side]: with_(w[side], h, link.slice(1)),
              losses: w.losses - 1,
            },
            clean: false,
          });
      }
      if (bounds.timers === false) continue;
      if (w.hosts[h]![1] === BarrierState.collect) continue;
      const quiet = w.up[h]!.length === 0 && w.down[h]!.length === 0;
      if (quiet)
        found.push({ to: byHost(w, h, (m) => m.timeout()), clean: true });
      else if (w.early > 0)
        found.push({
          to: byHost({ ...w, early: w.early - 1 }, h, (m) => m.timeout()),
          clean: false,
        });
    }
    return found;
  }

  const empty = Array.from({ length: n }, (): number[] => []);
  const start: World = {
    hosts: Array.from({ length: n }, (): MachineState => [0, 0, 0]),
    root: [0, 0, 0],
    up: empty,
    down: empty,
    entered: Array.from({ length: n }, () => 0),
    done: Array.from({ length: n }, () => 0),
    losses: bounds.losses,
    doubles: bounds.doubles,
    early: bounds.early,
  };
  const numberOf = new Map<string, number>([[keyOf(start), 0]]);
  const worlds = [start];
  /** State -> the states that come to it by a clean step. */
  const cleanlyFrom: number[][] = [[]];
  const finished: number[] = [];
  for (let at = 0; at < worlds.length && unsafe === undefined; at += 1) {
    const w = worlds[at]!;
    if (w.done.every((done) => done === barriers)) finished.push(at);
    for (const { to, clean } of steps(w)) {
      if ([...to.up, ...to.down].some((link) => link.length > window)) {
        cut += 1;
        continue;
      }
      const key = keyOf(to);
      let number = numberOf.get(key);
      if (number === undefined) {
        number = worlds.length;
        numberOf.set(key, number);
        worlds.push(to);
        cleanlyFrom.push([]);
      }
      if (clean) cleanlyFrom[number]!.push(at);
    }
  }
  const live = new Uint8Array(worlds.length);
  const open = [...finished];
  for (const at of finished) live[at] = 1;
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const before of cleanlyFrom[at]!) {
      if (live[before] !== 0) continue;
      live[before] = 1;
      open.push(before);
    }
  const dead = unsafe === undefined ? live.indexOf(0) : -1;
  return {
    states: worlds.length,
    cut,
    unsafe,
    stuck: dead < 0 ? undefined : keyOf(worlds[dead]!),
  };
}
