import {
  choiceParam,
  flagParam,
  fractionParam,
  hostRefParam,
  nameParam,
  refuseParam,
  sizeParam,
  timeParam,
} from "@fabriclab/spec";
import { z } from "zod";
import { MOST_GROUPS } from "./tag.ts";

const hostRef = hostRefParam();

/** `all`, a count, a percentage, a fraction, or hosts one by one. */
const members = z.union(
  [z.string().min(1), z.number().min(0), z.array(hostRef).min(1)],
  {
    error:
      "a list of hosts (names or indices), a count, a share such as 40%, or all",
  },
);

const port = z.int().min(1).max(254);

/** What a switch's barrier registers hold for a group. */
const registers = z.strictObject({
  switch: z.string().min(1),
  parent: z.union([z.literal("none"), port], {
    error: "a port, or none for the root",
  }),
  children: z.array(port).min(1),
});

const group = z.strictObject({
  members: members.optional(),
  parent: hostRef.optional(),
  root: z.string().min(1).optional(),
  registers: z.array(registers).min(1).optional(),
});

const tooMany = (got: number, context: z.RefinementCtx, input: unknown): void =>
  refuseParam(context, input, {
    code: "E_BARRIER_OPERATION_GROUPS",
    message: "a barrier packet cannot tell so many groups apart",
    got: `${got} groups`,
    expected: `1 to ${MOST_GROUPS}: the packet has four bits for them`,
  });

const GROUPS = "a number of groups, or a list of them";

/** What is wrong inside a list of groups, and where: a union says by itself only that no alternative fits. */
function wrongGroup(issues: readonly z.core.$ZodIssue[] = []): string {
  // A misspelt key leaves another one out, too: it is what to name.
  const issue =
    issues.find(({ code }) => code === "unrecognized_keys") ?? issues[0];
  if (issue === undefined) return GROUPS;
  const at = issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  return issue.code === "unrecognized_keys"
    ? `no key ${issue.keys.join(", ")}${at}`
    : `${issue.message}${at}`;
}

const groups = z
  .union([z.int().min(1), z.array(group).min(1)], {
    error: (issue) =>
      Array.isArray(issue.input) && issue.code === "invalid_union"
        ? wrongGroup(issue.errors[1])
        : GROUPS,
  })
  .superRefine((value, context) => {
    const count = typeof value === "number" ? value : value.length;
    if (count > MOST_GROUPS) tooMany(count, context, value);
  });

const positive = (byDefault: string, what: string) =>
  timeParam(byDefault).superRefine((value, context) => {
    if (value > 0) return;
    refuseParam(context, value, {
      code: "E_BARRIER_OPERATION_TIME",
      message: `${what} must be longer than nothing`,
      got: `${value}ps`,
      expected: `a time such as ${byDefault}`,
    });
  });

const notEmpty =
  (what: string) =>
  (value: number, context: z.RefinementCtx): void => {
    if (value > 0) return;
    refuseParam(context, value, {
      code: "E_BARRIER_OPERATION_SIZE",
      message: `${what} must have at least one byte`,
      got: `${value}B`,
      expected: "a size such as 10B",
    });
  };

export const params = z.object({
  groups: groups
    .default(1)
    .describe(
      "how many groups of `members`, or a list of groups with `members`, `parent`, `root` or `registers` of their own",
    )
    .meta({ unit: "groups" }),
  members: members
    .default("all")
    .describe(
      "hosts of a group: a list of names or indices, or how many are drawn for each group: a count, a share such as 40%, or all (but the parent)",
    )
    .meta({ unit: "hosts" }),
  parent: hostRef
    .optional()
    .describe(
      "host at the parent port of the one switch that roots the tree: it stands for the rest of a larger tree, and answers at once",
    )
    .meta({ unit: "name" }),
  root: nameParam("auto").describe(
    "switch at the root of the tree; auto: the one whose farthest member is fewest hops away, then with the fewest hops to all; groups take ties in turn",
  ),
  barriers: z
    .int()
    .min(1)
    .optional()
    .describe("barriers of each group; absent = endless")
    .meta({ unit: "1" }),
  interval: positive("50us", "The interval").describe(
    "from a process's release to its entry into the next barrier",
  ),
  intervals: choiceParam(["constant", "exponential"], "constant").describe(
    "all intervals alike, or drawn for each process with this mean",
  ),
  stagger: flagParam(true).describe(
    "groups begin spread evenly over an interval; false: all at once",
  ),
  start: timeParam("0").describe("when the first group begins"),
  ack: positive("2us", "The ACK timer").describe(
    "how long a combine packet may go without its acknowledgement",
  ),
  dun: positive("50us", "The DUN timer").describe(
    "how long an acknowledged combine packet may go without the distribute packet, before it is asked for",
  ),
  mtu: sizeParam()
    .superRefine(notEmpty("The largest packet"))
    .optional()
    .describe(
      "largest packet of other traffic, for which a barrier packet may have to wait: part of the least timers; absent = that of the switches, 1 KiB where they have none",
    )
    .meta({ unit: "size" }),
  loss: fractionParam(0).describe(
    "probability that a barrier packet is lost on a link",
  ),
  corruption: fractionParam(0).describe(
    "probability that it arrives corrupted, and is discarded",
  ),
  size: sizeParam("10B")
    .superRefine(notEmpty("A barrier packet"))
    .describe("bytes of a barrier packet: five flits of 16 bits"),
  sl: z
    .int()
    .min(0)
    .max(15)
    .optional()
    .describe(
      "service level of barrier packets; absent = the lane that the switches have for them",
    )
    .meta({ unit: "SL" }),
  statistics: choiceParam(["per-switch", "total"], "per-switch").describe(
    "statistics registers in the results: of every switch in a tree, or added up",
  ),
});

/** A group as a user describes it. */
export type GroupOptions = z.output<typeof group>;
export type MembersOption = z.output<typeof members>;
