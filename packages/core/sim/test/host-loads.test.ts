import { compose } from "@fabriclab/sim";
import { FabricError } from "@fabriclab/spec";
import { star } from "@fabriclab/testing-fabrics";
import { connection } from "@fabriclab/traffic-connection";
import { control } from "@fabriclab/traffic-control";
import { constantRate } from "@fabriclab/traffic-constant-rate";
import { mpeg2 } from "@fabriclab/traffic-mpeg2";
import { pairs, uniform } from "@fabriclab/traffic-patterns";
import { poisson } from "@fabriclab/traffic-poisson";
import { describe, expect, it } from "vitest";
import { experiment, use } from "./laboratory.ts";
import { poissonOfClass } from "./poisson-of-class.ts";
import { scripted } from "./scripted.ts";
import { upDown } from "./up-down.ts";

/** What is said of traffic between the hosts A, B and C of a star. */
function refusal(
  ...traffic: Parameters<typeof experiment>[0]["traffic"]
): string | undefined {
  try {
    compose(experiment({ fabric: star(3), routing: upDown, traffic }));
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    return `${error.code} ${error.where.path ?? ""}: ${error.got ?? ""}`;
  }
  return undefined;
}

const messages = (load: number, more: object = {}) => ({
  ...use(poisson, { load, ...more }),
  pattern: use(uniform),
});
const steady = (load: number, from: string, to: string) => ({
  ...use(constantRate, { load }),
  pattern: use(pairs, { pairs: { [from]: to } }),
});
const video = (load: number, more: object = {}) =>
  use(mpeg2, { load, frames: 2, ...more });

describe("loads of several entries", () => {
  it("may fill a host's link, and no more", () => {
    expect(refusal(messages(0.7), messages(0.3))).toBeUndefined();
    expect(refusal(messages(0.7), messages(0.31))).toBe(
      "E_SIM_OVERLOAD traffic[1]: 1.01 at A: 0.7 of traffic[0] + 0.31 of traffic[1]",
    );
  });

  it("are asked of traffic that is an object of a class, too", () => {
    const ofClass = {
      ...use(poissonOfClass, { load: 0.5 }),
      pattern: use(uniform),
    };
    expect(refusal(ofClass, messages(0.1))).toContain("1.1 at A");
  });

  it("count where they never end: what ends drains, and may be over before another begins", () => {
    const endless = use(mpeg2, { load: 0.5 });
    expect(refusal(endless, messages(0.4))).toBeUndefined();
    expect(refusal(endless, messages(0.6))).toContain("1.1 at A");
    expect(refusal(video(0.5), messages(0.6))).toBeUndefined();
    expect(refusal(video(0.6), video(0.6))).toBeUndefined();
  });

  it("do not count where their sender waits for answers", () => {
    const reliable = {
      ...use(connection, { load: 1 }),
      pattern: use(pairs, { pairs: { B: "A" } }),
    };
    expect(refusal(reliable, messages(0.5))).toBeUndefined();
    expect(refusal(reliable, use(control, {}))).toBeUndefined();
  });

  it("are to be written in one that takes it", () => {
    try {
      compose(
        experiment({
          fabric: star(3),
          routing: upDown,
          traffic: [messages(1), use(control, { period: "10us" })],
        }),
      );
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({
        code: "E_SIM_OVERLOAD",
        hint: expect.stringMatching(/overload: true in traffic\[0\] where/),
      });
    }
  });

  it("are those of one host", () => {
    const toC = steady(0.7, "A", "C");
    expect(refusal(toC, steady(0.7, "B", "C"))).toBeUndefined();
    expect(refusal(toC, steady(0.7, "A", "B"))).toContain("1.4 at A");
    // Of what has no rate nobody knows.
    expect(
      refusal(
        messages(1),
        use(scripted([{ from: 0, to: 1, at: 0, bytes: 256 }])),
      ),
    ).toBeUndefined();
  });

  it("may be more where one of them says that it is meant", () => {
    const endless = (more: object) => use(mpeg2, { load: 0.5, ...more });
    expect(
      refusal(endless({}), messages(0.6, { overload: true })),
    ).toBeUndefined();
    expect(refusal(endless({ overload: true }), messages(0.6))).toBeUndefined();
    // But one of those that send at that host.
    expect(
      refusal(steady(0.7, "A", "C"), steady(0.7, "A", "B"), {
        ...use(constantRate, { load: 0.1, overload: true }),
        pattern: use(pairs, { pairs: { B: "A" } }),
      }),
    ).toContain("1.4 at A");
  });
});
