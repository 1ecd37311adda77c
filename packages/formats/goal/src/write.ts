import { FabricError } from "@fabriclab/spec";
import { ANY, type GoalOperation, type GoalSchedule } from "./schedule.ts";

/**
 * GOAL text, one piece for the heading and one for each rank, as LogGOPSim's txt2bin takes it: every operation has a label, and dependencies stand below the
 * operations. Labels are kept where a rank has each once, and begin with a letter; else they are `l1`, `l2`, ….
 *
 * @throws FabricError E_GOAL_SCHEDULE for a dependency on an operation that the rank does not have, and for a number that GOAL cannot say (1.5, or 1e21)
 */
export function* goalChunks({ ranks }: GoalSchedule): Generator<string> {
  yield `num_ranks ${ranks.length}\n`;
  for (const [rank, operations] of ranks.entries()) {
    const labels = labelsOf(operations);
    const lines = [`\nrank ${rank} {\n`];
    for (const [index, one] of operations.entries()) {
      refuseNumbers(one, rank);
      lines.push(`${labels[index] ?? ""}: ${text(one)}\n`);
    }
    for (const [index, { requires, startsAfter }] of operations.entries())
      for (const [word, list] of [
        ["requires", requires],
        ["irequires", startsAfter],
      ] as const)
        for (const other of list) {
          const label = labels[other];
          if (label === undefined)
            throw new FabricError({
              code: "E_GOAL_SCHEDULE",
              message: `an operation of rank ${rank} waits for one that the rank does not have`,
              got: `operation ${other}`,
              expected: `0 to ${operations.length - 1}`,
            });
          lines.push(`${labels[index] ?? ""} ${word} ${label}\n`);
        }
    lines.push("}\n");
    yield lines.join("");
  }
}

/** The whole of `goalChunks`. */
export const writeGoal = (schedule: GoalSchedule): string =>
  [...goalChunks(schedule)].join("");

function labelsOf(operations: readonly GoalOperation[]): string[] {
  const given = operations.flatMap(({ label }) => label ?? []);
  const usable =
    given.length === operations.length &&
    new Set(given).size === given.length &&
    given.every((label) => /^[a-zA-Z]\w*$/.test(label) && !KEYWORDS.has(label));
  return usable ? given : operations.map((_, index) => `l${index + 1}`);
}

/** Why: JavaScript would write 1.5 and 1e+21, which are no numbers of GOAL's. */
function refuseNumbers(operation: GoalOperation, rank: number): void {
  const isReceive = operation.kind === "recv";
  for (const name of ["size", "peer", "tag", "cpu", "nic"] as const) {
    // A computation has neither another end nor a tag, and they are not written.
    if (operation.kind === "calc" && name !== "size" && name !== "cpu")
      continue;
    const mayBeAny = isReceive && (name === "peer" || name === "tag");
    const value = operation[name];
    if (Number.isSafeInteger(value) && value >= (mayBeAny ? ANY : 0)) continue;
    throw new FabricError({
      code: "E_GOAL_SCHEDULE",
      message: `an operation of rank ${rank} has a number that GOAL cannot say`,
      got: `${name} ${value}`,
      expected: `a whole number from ${mayBeAny ? "-1 (any)" : "0"} to ${Number.MAX_SAFE_INTEGER}`,
    });
  }
}

/** What txt2bin would take for the start of an operation. */
const KEYWORDS = new Set(["send", "recv", "calc", "rank", "num_ranks"]);

function text({ kind, size, peer, tag, cpu, nic }: GoalOperation): string {
  const onNic = nic === 0 ? "" : ` nic ${nic}`;
  const onCpu = cpu === 0 ? "" : ` cpu ${cpu}`;
  return kind === "calc"
    ? `calc ${size}${onCpu}`
    : `${kind} ${size}b ${kind === "send" ? "to" : "from"} ${peer} tag ${tag}${onCpu}${onNic}`;
}
