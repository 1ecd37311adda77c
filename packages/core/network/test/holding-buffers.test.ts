import { parseOptions } from "@fabriclab/spec";
import { asynchronous, holdingBuffer } from "@fabriclab/switch-replication";
import { describe, expect, it } from "vitest";
import { datapaths, long, run, small } from "./busy-output.ts";

const plain = asynchronous.build({});
const shared = (buffers: number) =>
  holdingBuffer.build(parseOptions(holdingBuffer, { buffers }));
const perLane = holdingBuffer.build(parseOptions(holdingBuffer, {}));

/** Groups by MLID: what is sent to 0xc000 wants the busy output 5, and 6. */
const groups = [[5, 6], [3, 7], [7]];
/** Its copy for output 6 leaves from 220 to 476, that for output 5 from 4216 to 4472. */
const split = small(1, 0xc000, 100, 1);

describe.each(datapaths)("a holding buffer per lane on %o", (datapath) => {
  it("takes a packet over with its first copy: its place in the input buffer is free when that has left", () => {
    // The host hears of the free place 20 later.
    const shots = [long, split, small(1, 7, 100, 2)];
    const ends = run({ ...datapath, replication: perLane }, groups, shots);
    expect(ends(1)).toEqual([4216 + 256, 220 + 256]);
    expect(ends(2)).toEqual([476 + 20 + 120 + 256]);
    const without = run({ ...datapath, replication: plain }, groups, shots);
    expect(without(1)).toEqual([4216 + 256, 220 + 256]);
    expect(without(2)).toEqual([4472 + 20 + 120 + 256]);
  });

  it("is passed by a packet with one output, and waited for by the next one of its lane with several", () => {
    const ends = run({ ...datapath, replication: perLane }, groups, [
      long,
      split,
      // To a group of which one member is here: as a unicast packet.
      small(1, 0xc002, 100, 2),
      // Routed at 1012; goes when the buffer is free, and needs it for no longer than its copies take.
      small(1, 0xc001, 100, 3),
      small(1, 7, 100, 4),
    ]);
    expect(ends(2)).toEqual([616 + 256]);
    expect(ends(3)).toEqual([4472 + 256, 4472 + 256]);
    expect(ends(4)).toEqual([4728 + 20 + 120 + 256]);
  });

  it("is nothing to the packets of other inputs", () => {
    const ends = run({ ...datapath, replication: perLane }, groups, [
      long,
      split,
      small(2, 0xc000, 200, 2),
      small(4, 0xc001, 210, 3),
    ]);
    // Tag 2 is routed at 320; output 6 is busy until 476, output 5 after tag 1.
    expect(ends(2)).toEqual([4472 + 256, 476 + 256]);
    expect(ends(3)).toEqual([330 + 256, 330 + 256]);
  });

  it("is before the packets of its lane that want its output", () => {
    const ends = run({ ...datapath, replication: perLane }, groups, [
      long,
      split,
      small(1, 5, 100, 2),
    ]);
    expect(ends(1)).toEqual([4216 + 256, 220 + 256]);
    expect(ends(2)).toEqual([4472 + 256]);
  });

  it("is read through the crossbar port of its input, or of its lane's layer of it", () => {
    const isLayered = datapath.crossbar === "lane";
    const model = { ...datapath, replication: perLane };
    // Routed at 4300, while the copy for output 5 is read.
    const after = run(model, groups, [long, split, small(1, 7, 4180, 2)]);
    expect(after(2)).toEqual([(isLayered ? 4300 : 4472) + 256]);
    // Read from 4000 to 8096.
    const before = run(model, groups, [
      long,
      split,
      { ...small(1, 7, 3880, 2), bytes: 1024 },
    ]);
    expect(before(2)).toEqual([4000 + 4096]);
    expect(before(1)).toEqual([(isLayered ? 4216 : 8096) + 256, 220 + 256]);
  });
});

describe.each(datapaths)("shared holding buffers on %o", (datapath) => {
  const shots = [
    long,
    split,
    small(2, 0xc001, 200, 2),
    small(4, 0xc001, 210, 3),
    small(6, 7, 220, 4),
    // One output: routed at 720.
    small(5, 0xc002, 600, 5),
  ];

  it("one: the next packet with several outputs waits for the last copy's tail, one with a single output does not", () => {
    const ends = run({ ...datapath, replication: shared(1) }, groups, shots);
    expect(ends(1)).toEqual([4216 + 256, 220 + 256]);
    expect(ends(4)).toEqual([340 + 256]);
    expect(ends(5)).toEqual([720 + 256]);
    expect(ends(2)).toEqual([4472 + 256, 4472 + 256]);
    expect(ends(3)).toEqual([4728 + 256, 4728 + 256]);
  });

  it("two: one more may go on", () => {
    const ends = run({ ...datapath, replication: shared(2) }, groups, shots);
    expect(ends(1)).toEqual([4216 + 256, 220 + 256]);
    expect(ends(2)).toEqual([320 + 256, 320 + 256]);
    // Routed at 330, it gets the buffer at 576, when outputs 3 and 7 fall idle. Output 7 serves inputs 2, 4, 5 and 6 in turn, from 320 on.
    expect(ends(3)).toEqual([576 + 256, 576 + 256]);
    expect(ends(5)).toEqual([832 + 256]);
    expect(ends(4)).toEqual([1088 + 256]);
  });

  it("are not kept by a packet that has sent no copy yet", () => {
    const ends = run({ ...datapath, replication: shared(1) }, groups, [
      long,
      // Output 6 is busy from 120 to 4216, too.
      { ...small(7, 6, 0, 6), bytes: 1024 },
      split,
      small(2, 0xc001, 200, 2),
    ]);
    expect(ends(2)).toEqual([320 + 256, 320 + 256]);
    expect(ends(1)).toEqual([4216 + 256, 4216 + 256]);
  });
});
