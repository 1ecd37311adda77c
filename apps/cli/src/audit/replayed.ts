import type { Registry } from "@fabriclab/formats-scenario";
import type { AuditRun } from "./audit.ts";
import { writeReplay } from "./replay.ts";
import type { AuditReport } from "./report.ts";
import { many } from "../naming/words.ts";
import { shellWord } from "../shell-word.ts";

/** What a loop is of, in the order in which they are tried: the less traffic a hang takes, the better it shows. */
const KINDS = ["unicast", "multicast", "combined"] as const;

/**
 * Writes a scenario that hangs on a credit loop of the audit: of unicast; where there is none that can be made to hang, of multicast; else of both together.
 *
 * @returns how it went, for the report
 * @throws FabricError what `writeReplay` throws
 */
export async function replayed(
  { fabric, tables, loops, endports }: AuditRun,
  request: {
    readonly registry: Registry;
    readonly directory: string;
    readonly force: boolean;
    readonly onTry: (how: string) => void;
  },
): Promise<NonNullable<AuditReport["replay"]>> {
  const { directory } = request;
  let tries = 0;
  const reasons: string[] = [];
  for (const kind of KINDS) {
    const found = loops[kind]?.loops ?? [];
    if (found.length === 0) continue;
    const outcome = await writeReplay({
      ...request,
      fabric,
      tables,
      endports,
      loops: found,
      of: kind,
    });
    tries += outcome.tries;
    if (outcome.status === "replayed")
      return {
        status: "replayed",
        directory,
        tries,
        of: kind,
        loop: outcome.loop,
        sameChannels: outcome.sameChannels,
        channels: [...outcome.channels],
        how: outcome.how,
        traffic: outcome.traffic,
      };
    reasons.push(...outcome.reasons.map((reason) => `${kind}, ${reason}`));
  }
  return reasons.length === 0
    ? { status: "nothing to replay", directory, tries }
    : { status: "not replayed", directory, tries, reasons };
}

/** What a replay sends beside that which its loop is of. */
function trafficWords({
  of,
  traffic,
}: NonNullable<AuditReport["replay"]>): string {
  if (of === "unicast")
    return traffic === "unicast" ? "" : "; with multicast beside it";
  if (of === "multicast")
    return traffic === "multicast"
      ? "; multicast alone"
      : "; with unicast beside it";
  return traffic === undefined ? "" : `; ${traffic}`;
}

/** The same for people. */
export function replayText(replay: NonNullable<AuditReport["replay"]>): string {
  const { directory, tries, loop = 0, channels = [], reasons = [] } = replay;
  const of = {
    unicast: "",
    multicast: " of multicast",
    combined: " of both together",
  }[replay.of ?? "unicast"];
  switch (replay.status) {
    case "nothing to replay":
      return "replay: there is no credit loop to replay";
    case "not replayed":
      return [
        `replay: ${many(tries, "simulation")} did not hang, and nothing was written`,
        ...reasons.map((reason) => `  ${reason}`),
      ].join("\n");
    case "replayed":
      return [
        `replay: the simulation of ${directory}/scenario.yaml hangs on ${replay.sameChannels === true ? `the channels of loop ${loop + 1}${of} above` : "other channels than the loop's"} (${replay.how ?? ""}${trafficWords(replay)})`,
        ...(replay.sameChannels === true ? [] : [`  ${channels.join(", ")}`]),
        `  fabriclab run ${shellWord(`${directory}/scenario.yaml`)}`,
      ].join("\n");
  }
}
