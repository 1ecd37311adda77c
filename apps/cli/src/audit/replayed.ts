import type { Registry } from "@fabriclab/formats-scenario";
import type { AuditRun } from "./audit.ts";
import { writeReplay } from "./replay.ts";
import type { AuditReport } from "./report.ts";
import { many } from "./words.ts";

/**
 * Writes a scenario that hangs on a credit loop of the audit's unicast traffic.
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
  if (loops.unicast.loops.length === 0)
    return { status: "nothing to replay", directory, tries: 0 };
  const outcome = await writeReplay({
    ...request,
    fabric,
    tables,
    endports,
    loops: loops.unicast.loops,
  });
  const { status, tries } = outcome;
  return outcome.status === "replayed"
    ? {
        status,
        directory,
        tries,
        loop: outcome.loop,
        sameChannels: outcome.sameChannels,
        channels: [...outcome.channels],
        how: outcome.how,
      }
    : { status, directory, tries, reasons: [...outcome.reasons] };
}

/** The same for people. */
export function replayText(replay: NonNullable<AuditReport["replay"]>): string {
  const { directory, tries, loop = 0, channels = [], reasons = [] } = replay;
  switch (replay.status) {
    case "nothing to replay":
      return "replay: there is no credit loop of unicast traffic to replay";
    case "not replayed":
      return [
        `replay: ${many(tries, "simulation")} did not hang, and nothing was written`,
        ...reasons.map((reason) => `  ${reason}`),
      ].join("\n");
    case "replayed":
      return [
        `replay: the simulation of ${directory}/scenario.yaml hangs on ${replay.sameChannels === true ? `the channels of loop ${loop + 1} above` : "other channels than the loop's"} (${replay.how ?? ""})`,
        ...(replay.sameChannels === true ? [] : [`  ${channels.join(", ")}`]),
        `  fabriclab run ${directory}/scenario.yaml`,
      ].join("\n");
  }
}
