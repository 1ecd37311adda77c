import { describe, expect, it } from "vitest";
import { failedWords } from "../src/result-text.ts";

const entry = (name: string, failed: number, detail: object) => ({
  [`transport.messages${name}`]: {
    value: 0,
    unit: "messages",
    detail: { connections: 4 },
  },
  [`transport.failed${name}`]: {
    value: failed,
    unit: "connections",
    detail: { ...detail, retrying: 1 },
  },
});

describe("the headline of a run", () => {
  it("says how many connections failed and what they did not get acknowledged", () => {
    const metrics = entry("", 1, { outstanding: 5, unsent: 70 });
    expect(failedWords({ metrics })).toBe(
      ", but 1 of 4 connections failed (75 messages without an acknowledgement)",
    );
  });

  it("adds up several entries, of endless ones what was sent", () => {
    const metrics = {
      ...entry(".traffic0", 1, { outstanding: 1 }),
      ...entry(".traffic1", 2, { outstanding: 0, unsent: 0 }),
    };
    expect(failedWords({ metrics })).toBe(
      ", but 3 of 8 connections failed (1 message without an acknowledgement)",
    );
  });

  it("says nothing where none failed, or there is none", () => {
    const metrics = entry("", 0, { outstanding: 0, unsent: 0 });
    expect(failedWords({ metrics })).toBe("");
    expect(failedWords({ metrics: {} })).toBe("");
  });
});
