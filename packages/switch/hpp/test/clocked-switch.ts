/**
 * A clocked model of one HPP switch with a host at every port: everything is looked at in every cycle, nothing is scheduled ahead. Written from
 * the paper's words and SPEC 4, apart from the packet engine, which it is held against.
 */
export interface Shot {
  /** Cycle of its birth. */
  readonly birth: number;
  readonly source: number;
  readonly destination: number;
  readonly lane: number;
  readonly bytes: number;
}

export interface ClockedSwitch {
  readonly ports: number;
  readonly lanes: number;
  /** The lane that goes before all others, -1 = none. */
  readonly barrierLane: number;
  /** Cycles from the header's arrival to the first bit on the next link. */
  readonly stages: number;
  /** Cycles less where the output is idle. */
  readonly shownAhead: number;
  /** 64-byte blocks per input and lane. */
  readonly blocks: number;
  /** Bytes on the reverse link for every freed block. */
  readonly creditBytes: number;
  /** Cycles. */
  readonly flight: number;
}

interface Held {
  readonly shot: number;
  /** Cycle in which the header is in the buffer. */
  readonly arrived: number;
}

/** The transmit scheduler of the paper: the barrier lane, then the others in turn. */
class Turns {
  #last = -1;
  readonly lanes: number;
  readonly barrier: number;
  constructor(lanes: number, barrier: number) {
    this.lanes = lanes;
    this.barrier = barrier;
  }
  order(): number[] {
    const data = [];
    for (let step = 1; step <= this.lanes; step += 1) {
      const lane = (this.#last + step + this.lanes) % this.lanes;
      if (lane !== this.barrier) data.push(lane);
    }
    return this.barrier >= 0 ? [this.barrier, ...data] : data;
  }
  served(lane: number): void {
    if (lane !== this.barrier) this.#last = lane;
  }
}

/** Peh's matrix: beats[i][j] = i is served before j. */
class Matrix {
  readonly #beats: boolean[][];
  constructor(inputs: number) {
    this.#beats = Array.from({ length: inputs }, (_, i) =>
      Array.from({ length: inputs }, (__, j) => i < j),
    );
  }
  pick(requests: readonly number[]): number {
    return requests.find((i) =>
      requests.every((j) => j === i || this.#beats[i]![j]!),
    )!;
  }
  served(input: number): void {
    this.#beats.forEach((row, i) => {
      if (i === input) row.fill(false);
      else row[input] = true;
    });
  }
}

const cyclesOf = (bytes: number): number => Math.ceil(bytes / 2);
const blocksOf = (bytes: number): number => Math.ceil(bytes / 64);

/**
 * Runs the switch until every shot is delivered.
 *
 * @returns the cycle in which the tail of each shot is at its destination
 */
export function runClocked(
  model: ClockedSwitch,
  shots: readonly Shot[],
): Int32Array {
  const { ports, lanes, flight } = model;
  const at = (port: number, lane: number): number => port * lanes + lane;
  const slots = ports * lanes;
  // Hosts: a queue per lane in order of birth, a link, the credits they know.
  const queued: number[][] = Array.from({ length: slots }, () => []);
  shots.forEach(({ source, lane }, shot) =>
    queued[at(source, lane)]!.push(shot),
  );
  const hostBusy = new Int32Array(ports);
  const hostTurns = Array.from(
    { length: ports },
    () => new Turns(lanes, model.barrierLane),
  );
  const credit = new Int32Array(slots).fill(model.blocks);
  /** Credits on their way: cycle, slot, blocks. */
  let returning: [number, number, number][] = [];
  // The switch: a buffer per input and lane, a matrix per output and lane, a link per output.
  const buffer: Held[][] = Array.from({ length: slots }, () => []);
  const readUntil = new Int32Array(slots);
  const matrices = Array.from({ length: slots }, () => new Matrix(ports));
  const outputTurns = Array.from(
    { length: ports },
    () => new Turns(lanes, model.barrierLane),
  );
  const outputBusy = new Int32Array(ports);
  /** Blocks that have fallen free and whose credit packets wait for the reverse link: cycle from which they do, slot, blocks. */
  let owed: [number, number, number][] = [];
  const delivered = new Int32Array(shots.length).fill(-1);
  let left = shots.length;

  for (let t = 0; left > 0; t += 1) {
    for (const [cycle, slot, blocks] of returning)
      if (cycle <= t) credit[slot]! += blocks;
    returning = returning.filter(([cycle]) => cycle > t);

    // Which head may be granted in this cycle, as things stand at its beginning.
    const wants: number[][] = Array.from({ length: slots }, () => []);
    buffer.forEach((held, slot) => {
      const head = held[0];
      if (head === undefined || readUntil[slot]! > t) return;
      const { destination, lane } = shots[head.shot]!;
      const idle = outputBusy[destination]! <= t;
      const stages = model.stages - (idle ? model.shownAhead : 0);
      // A head that was put off once because its output was busy goes through all stages.
      if (t >= head.arrived + stages)
        wants[at(destination, lane)]!.push(Math.floor(slot / lanes));
    });

    for (let host = 0; host < ports; host += 1) {
      if (hostBusy[host]! > t) continue;
      const lane = hostTurns[host]!.order().find((k) => {
        const shot = shots[queued[at(host, k)]![0] ?? -1];
        return (
          shot !== undefined &&
          shot.birth <= t &&
          credit[at(host, k)]! >= blocksOf(shot.bytes)
        );
      });
      if (lane === undefined) continue;
      const shot = queued[at(host, lane)]!.shift()!;
      const { bytes } = shots[shot]!;
      hostTurns[host]!.served(lane);
      credit[at(host, lane)]! -= blocksOf(bytes);
      hostBusy[host] = t + cyclesOf(bytes);
      buffer[at(host, lane)]!.push({ shot, arrived: t + flight });
    }

    for (let output = 0; output < ports; output += 1) {
      if (outputBusy[output]! > t) continue;
      const due = owed.filter(
        ([cycle, slot]) => cycle <= t && Math.floor(slot / lanes) === output,
      );
      if (due.length > 0) {
        owed = owed.filter((entry) => !due.includes(entry));
        const blocks = due.reduce((sum, [, , count]) => sum + count, 0);
        const length = cyclesOf(model.creditBytes * blocks);
        outputBusy[output] = t + length;
        for (const [, slot, count] of due)
          returning.push([t + length + flight, slot, count]);
        continue;
      }
      const lane = outputTurns[output]!.order().find(
        (k) => wants[at(output, k)]!.length > 0,
      );
      if (lane === undefined) continue;
      const input = matrices[at(output, lane)]!.pick(wants[at(output, lane)]!);
      matrices[at(output, lane)]!.served(input);
      outputTurns[output]!.served(lane);
      const slot = at(input, lane);
      const { shot } = buffer[slot]!.shift()!;
      const { bytes } = shots[shot]!;
      const finish = t + cyclesOf(bytes);
      outputBusy[output] = finish;
      readUntil[slot] = finish;
      delivered[shot] = finish + flight;
      left -= 1;
      if (model.creditBytes === 0)
        returning.push([finish + flight, slot, blocksOf(bytes)]);
      else owed.push([finish, slot, blocksOf(bytes)]);
    }
  }
  return delivered;
}
