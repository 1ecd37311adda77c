import { describe, expect, it } from "vitest";
import { Receiver } from "../src/receiver.ts";
import { NOTHING, Sender } from "../src/sender.ts";

const timing = {
  start: 0,
  interval: 10,
  messages: 6,
  window: 3,
  timeout: 100,
  retries: 7,
  migrates: true,
  migrateAfter: 1,
  rearm: 500,
};

describe("the sender", () => {
  it("sends what is ready, as far as the window goes", () => {
    const sender = new Sender(timing, true);
    expect(sender.next(0)).toBe(0);
    expect(sender.next(0)).toBe(NOTHING);
    expect(sender.askAt).toBe(10);
    expect([sender.next(50), sender.next(50)]).toEqual([1, 2]);
    expect(sender.birth).toBe(20);
    expect(sender.next(50)).toBe(NOTHING);
    // The window is full: what comes next is the timer of message 0.
    expect(sender.askAt).toBe(100);
    sender.acknowledged(2, false, 60);
    expect(sender.next(60)).toBe(3);
    sender.acknowledged(4, false, 70);
    expect([sender.next(70), sender.next(70)]).toEqual([4, 5]);
    sender.acknowledged(6, false, 80);
    expect(sender.next(1000)).toBe(NOTHING);
    expect(sender.askAt).toBe(Infinity);
    expect(sender.counts).toEqual({
      resent: 0,
      timeouts: 0,
      naks: 0,
      migrations: 0,
    });
  });

  it("restarts its timer with every ACK that acknowledges something", () => {
    const sender = new Sender(timing, true);
    sender.next(0);
    sender.next(10);
    sender.acknowledged(1, false, 40);
    sender.next(20);
    sender.acknowledged(1, false, 90);
    sender.next(50);
    expect(sender.next(50)).toBe(NOTHING);
    expect(sender.askAt).toBe(140);
    expect(sender.next(139)).toBe(NOTHING);
    expect(sender.counts.timeouts).toBe(0);
    expect(sender.next(140)).toBe(1);
    expect(sender.counts).toMatchObject({ timeouts: 1, resent: 1 });
    expect(sender.path).toBe(1);
  });

  it("goes back when a NAK says what is missing, without migrating", () => {
    const sender = new Sender(timing, true);
    sender.next(0);
    sender.next(10);
    sender.next(20);
    sender.acknowledged(1, true, 30);
    expect([sender.next(30), sender.next(30)]).toEqual([1, 2]);
    expect(sender.path).toBe(0);
    expect(sender.counts).toMatchObject({ naks: 1, resent: 2, migrations: 0 });
  });
});

describe("the retry counter", () => {
  /** Ticks at which its timers ran out until it failed, with no answer but those of `acks`: tick -> first message without an ACK. */
  function untilFailed(
    sender: Sender,
    acks: Readonly<Record<number, number>> = {},
  ): number[] {
    const timeouts: number[] = [];
    for (let now = 0; now < 5000 && !sender.failed; now++) {
      const acked = acks[now];
      if (acked !== undefined) sender.acknowledged(acked, false, now);
      const before = sender.counts.timeouts;
      while (sender.next(now) !== NOTHING);
      if (sender.counts.timeouts > before) timeouts.push(now);
    }
    return timeouts;
  }

  it("lets messages be sent again as often as asked, and then nothing any more", () => {
    for (const retries of [0, 1, 7]) {
      const sender = new Sender({ ...timing, retries }, false);
      expect(untilFailed(sender)).toEqual(
        Array.from({ length: retries + 1 }, (_, k) => 100 * (k + 1)),
      );
      // The three of a window.
      expect(sender.counts.resent).toBe(3 * retries);
      expect(sender.outstanding).toBe(3);
      // The queue pair is in the error state: a late answer changes nothing.
      sender.acknowledged(6, false, 6000);
      expect(sender.next(6000)).toBe(NOTHING);
      expect(sender.askAt).toBe(Infinity);
      expect(sender.isDone).toBe(false);
      expect(sender.acknowledgedCount).toBe(0);
    }
  });

  it("begins anew with an ACK that acknowledges something", () => {
    const sender = new Sender({ ...timing, retries: 1 }, false);
    expect(untilFailed(sender, { 150: 0, 160: 1, 170: 1 })).toEqual([
      100, 260, 360,
    ]);
    expect(sender.acknowledgedCount).toBe(1);
  });

  it("counts a NAK that asks again", () => {
    const sender = new Sender({ ...timing, retries: 1 }, false);
    for (const now of [0, 10, 20]) sender.next(now);
    sender.acknowledged(1, true, 30);
    expect(sender.failed).toBe(false);
    expect(sender.next(30)).toBe(1);
    // Its timer is that of the ACK.
    expect(sender.next(130)).toBe(NOTHING);
    expect(sender.failed).toBe(true);
    const none = new Sender({ ...timing, retries: 0 }, false);
    for (const now of [0, 10, 20]) none.next(now);
    none.acknowledged(1, true, 30);
    expect(none.failed).toBe(true);
  });

  it("begins anew on the other path, to which its last retry moves at the latest", () => {
    const sender = new Sender(
      { ...timing, retries: 2, migrateAfter: 9, rearm: 1e6 },
      true,
    );
    // Two retries, the migration instead of the third, and two more.
    expect(untilFailed(sender)).toEqual([100, 200, 300, 400, 500, 600]);
    expect(sender.counts.migrations).toBe(1);
    expect(sender.path).toBe(1);
  });

  it("runs out although two dead paths are armed in turn", () => {
    const sender = new Sender({ ...timing, rearm: 1 }, true);
    expect(untilFailed(sender)).toHaveLength(9);
    expect(sender.counts.migrations).toBe(8);
  });

  it("never runs out where it is unlimited", () => {
    const sender = new Sender({ ...timing, retries: Infinity }, false);
    expect(untilFailed(sender)).toHaveLength(49);
    expect(sender.failed).toBe(false);
  });
});

describe("the receiver", () => {
  it("hands on what comes in order, once, and asks once for a gap", () => {
    const receiver = new Receiver();
    const answers = [0, 2, 3, 1, 1, 2, 5].map((number) =>
      receiver.arrived(number),
    );
    expect(answers.map(({ isNew }) => isNew)).toEqual([
      true,
      false,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(answers.map(({ isNak }) => isNak)).toEqual([
      false,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
    expect(receiver.counts).toEqual({
      delivered: 3,
      duplicates: 1,
      outOfSequence: 3,
    });
  });
});
