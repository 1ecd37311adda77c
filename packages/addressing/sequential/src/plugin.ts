import {
  choiceParam,
  defineAddressing,
  FabricError,
  intParam,
  lidTable,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { UNICAST_LID_MAX, UNICAST_LID_MIN } from "@fabriclab/units";
import { z } from "zod";

/**
 * One LID for every endport (LMC 0), consecutive from `start`.
 *
 * With the defaults a host's LID on an m-port n-tree is PID + 1, as in the single-LID scheme that zhou2007 starts from.
 *
 * @throws FabricError E_SEQUENTIAL_OVERFLOW when the unicast range (0x0001-0xBFFF) is too short
 */
export const sequential = defineAddressing({
  name: "sequential",
  summary: "One LID for every endport, consecutive, in the fabric's order.",
  cites: [],
  params: z.object({
    start: intParam({
      min: UNICAST_LID_MIN,
      max: UNICAST_LID_MAX,
      default: 1,
    }).describe("First LID given out."),
    order: choiceParam(
      ["hosts-first", "switches-first"],
      "hosts-first",
    ).describe(
      "Which kind of node is numbered first; inside a kind the fabric's own order holds.",
    ),
  }),
  claims: { fabrics: "any fabric of at most 49,151 endports", aligned: true },
  assign(fabric, options): LidTable {
    refuseOverflow(fabric, options.start);
    const baseLid = new Uint16Array(fabric.endportCount);
    const hosts = fabric.endportCount - fabric.switchCount;
    const hostsFirst = options.order === "hosts-first";
    for (let endport = 0; endport < fabric.endportCount; endport++) {
      // Endports are numbered switches first, so switches-first is the endport order itself.
      const turn = !hostsFirst
        ? endport
        : endport < fabric.switchCount
          ? hosts + endport
          : endport - fabric.switchCount;
      baseLid[endport] = options.start + turn;
    }
    return lidTable(baseLid, new Uint8Array(fabric.endportCount));
  },
});

function refuseOverflow(fabric: Fabric, start: number): void {
  const available = UNICAST_LID_MAX - start + 1;
  if (fabric.endportCount <= available) return;
  throw new FabricError({
    code: "E_SEQUENTIAL_OVERFLOW",
    message: `${fabric.name} has more endports than there are unicast LIDs from ${start} on`,
    where: { path: "addressing.start" },
    got: `${fabric.endportCount} endports`,
    expected: `at most ${available}`,
    hint:
      start > 1
        ? "start at 1, or take a smaller fabric"
        : "one subnet has 49,151 unicast LIDs; take a smaller fabric",
  });
}
