import { sequential } from "@fabriclab/addressing-sequential";
import { spf } from "@fabriclab/routing-spf";
import { parseOptions, type OptionsInput } from "@fabriclab/spec";
import { vlArbitration } from "@fabriclab/switch-vl-arbitration";
import { ruleCase } from "@fabriclab/testing-conformance";
import { kimFigure4a } from "@fabriclab/testing-fabrics";
import { describe, expect, it } from "vitest";
import { classLanes } from "../src/index.ts";

const { context } = ruleCase(kimFigure4a(), sequential, spf);

/** Packets of 1058 bytes (17 units of 64) that each lane sends while all lanes always have some: unicast on VL 0, multicast on VL 1, best effort on VL 2. */
function sent(options: OptionsInput<typeof classLanes.params>): number[] {
  const { vlArb, lanes } = classLanes.build(
    context,
    parseOptions(classLanes, {
      realTimeSl: 0,
      realTimeVl: 0,
      multicastSl: 1,
      multicastVl: 1,
      bestEffortSl: 2,
      bestEffortVl: 2,
      ...options,
    }),
  );
  const scheduler = vlArbitration
    .build(parseOptions(vlArbitration, {}))
    .create(1, lanes, vlArb);
  const packets = [0, 0, 0];
  for (let i = 0; i < 10_000; i++) {
    const lane = scheduler.pick(0, 0b111);
    scheduler.granted(0, lane, 1058);
    packets[lane] = (packets[lane] ?? 0) + 1;
  }
  return packets;
}

describe("what InfiniBand's arbiter makes of the policies, all lanes busy", () => {
  const ratio = (options: OptionsInput<typeof classLanes.params>): number => {
    const [unicast = 0, multicast = 0] = sent(options);
    return multicast / unicast;
  };

  // A turn ends with the packet that spends the weight: ceil(weight / 17) packets.
  it.each([
    ["equal", 4, 17, 1],
    ["linear", 4, 17, 4],
    // 17 (1 + ln 4) = 40.6, rounded 41: three packets
    ["logarithmic", 4, 17, 3],
    // 68 (1 + ln 4) = 162.3, rounded 162: ten packets beside four
    ["logarithmic", 4, 68, 10 / 4],
    ["linear", 3, 68, 3],
  ] as const)(
    "%s, %i receivers, weight %i",
    (policy, receivers, weight, due) => {
      expect(
        ratio({ policy, receivers, weight, highLimit: 255 }) / due,
      ).toBeCloseTo(1, 2);
    },
  );

  it("lets best effort through by the limit of high priority, and not without one", () => {
    // 8 x 4096 bytes are 512 units, reached with the 31st packet of 17: one packet in 32
    const [, , limited = 0] = sent({ policy: "equal", highLimit: 8 });
    expect(limited / 10_000).toBeCloseTo(1 / 32, 3);
    const [, , starved] = sent({ policy: "equal", highLimit: 255 });
    expect(starved).toBe(0);
  });
});
