import { describe, expect, it } from "vitest";
import { Receiver } from "../src/receiver.ts";
import { NOTHING, Sender } from "../src/sender.ts";

const timing = {
  start: 0,
  interval: 10,
  messages: 6,
  window: 3,
  timeout: 100,
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
