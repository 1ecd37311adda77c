import { endportName, FabricError, nearest } from "@fabriclab/spec";
import { Command } from "commander";
import { checkFlags, withRouting, type AuditFlags } from "../audit/options.ts";
import { auditTables } from "../audit/tables.ts";
import { collect, collectNames } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { readFabricFile } from "../fabric-file.ts";
import { jobContention, type JobReport } from "../job/contention.ts";
import { readJobHosts } from "../job/hosts.ts";
import { jobNames, jobsDisturbance, type JobsReport } from "../job/jobs.ts";
import { jobsText } from "../job/jobs-text.ts";
import { PATTERNS, type Pattern } from "../job/patterns.ts";
import { jobText } from "../job/text.ts";
import { byRateFlag, mixedRatesNote } from "../rates.ts";
import type { Io } from "../io.ts";
import { listed, many } from "../naming/words.ts";
import { progress, stages } from "../progress.ts";
import { visibleReport } from "../visible.ts";

type Flags = Pick<
  AuditFlags,
  | "fabric"
  | "nodeNameMap"
  | "tables"
  | "routing"
  | "addressing"
  | "lids"
  | "set"
  | "guid2lid"
  | "byRate"
  | "roots"
  | "compute"
  | "io"
> & { readonly hosts: readonly string[]; readonly pattern: string };

/** `job` */
export function jobCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return withRouting(
    new Command("job")
      .summary(
        "contention of a job's placement, and what jobs do to each other",
      )
      .usage(
        "--fabric FILE --tables DIR --hosts FILE [options]\n       fabriclab job --fabric FILE --routing NAME --hosts FILE [options]",
      )
      .description(
        "Follows the flows of a communication pattern among the hosts of a job through the tables, phase by phase: the busiest channel, and how much longer a phase takes for it. Of several jobs: how much longer each takes beside each other one.",
      )
      .addOption(fabricFlag())
      .addOption(nodeNameMapFlag())
      .requiredOption(
        "--hosts <file>",
        "the job's hosts in the order of its ranks, one a line, or as Slurm lists them (node[1-4]): a host port's name or GUID, or a host's name for all its ports that are cabled; repeatable: jobs that run at the same time",
        collect,
      )
      .option(
        "--pattern <names>",
        `${PATTERNS.join(", ")}; several separated by commas`,
        collectNames(),
        PATTERNS.join(","),
      )
      .option(
        "--tables <dir>",
        "folder of tables as OpenSM dumps them or as `route` writes them",
      )
      .option("--guid2lid <file>", "LIDs, where not in the folder")
      .addOption(byRateFlag()),
    "for the routing",
  )
    .addHelpText(
      "after",
      `
ring: rank i to i + 1. shift: ranks - 1 phases, i to i + s. recursive-doubling: i with i XOR 2^k. alltoall: everybody to everybody at once.
factor: flows on the busiest channel between switches, by those that a host's own port has to carry: how much longer the phase takes.
Several --hosts: all jobs do the same pattern, and every phase of one meets every phase of another.

Examples:
  $ fabriclab job --fabric real.ibnetdiscover --tables dump/ --hosts job.txt
  $ fabriclab job --fabric net.topo --routing ftree --hosts job.txt --pattern ring,shift --json
  $ fabriclab job --fabric real.ibnetdiscover --tables dump/ --hosts job-a.txt --hosts job-b.txt

Exit code 1 where ranks cannot reach each other.
${exitCodesHelp}`,
    )
    .action((flags: Flags) => {
      const given: AuditFlags = {
        ...flags,
        endpoints: "all",
        remedies: false,
      };
      checkFlags(given, "for the routing");
      const patterns = patternsOf(flags.pattern);
      jobNames(flags.hosts);
      const line = progress(context.io, { label: "job", quiet: context.quiet });
      try {
        const file = readFabricFile(
          flags.fabric,
          "--fabric",
          flags.nodeNameMap,
        );
        for (const one of file.notes) note(context, one);
        const { fabric } = file;
        const mixedRates = mixedRatesNote(fabric, flags);
        if (mixedRates !== undefined) note(context, mixedRates);
        const { tables, from } = auditTables(
          context,
          file,
          given,
          "for the routing",
          stages(line),
        );
        const jobs = flags.hosts.map((list) =>
          readJobHosts(fabric, tables, list),
        );
        for (const { leftOut } of jobs)
          if (leftOut.length > 0)
            note(
              context,
              `--hosts: ${many(leftOut.length, "port")} of hosts that it names ${leftOut.length === 1 ? "is" : "are"} no rank, for want of a cable to a switch or of a LID: ${listed(
                leftOut.slice(0, 3).map((port) => endportName(fabric, port)),
                leftOut.length,
              )}`,
            );
        const head = {
          fabric: { name: fabric.name, file: flags.fabric },
          tables: from,
        };
        const onStage = (stage: string): void => {
          line.update({ stage });
        };
        const byRate = flags.byRate === true;
        const [only] = jobs;
        if (only === undefined || jobs.length > 1) {
          const report: JobsReport = {
            ...head,
            ...jobsDisturbance(
              fabric,
              tables,
              flags.hosts,
              jobs,
              patterns,
              byRate,
              onStage,
            ),
          };
          line.end();
          const { sharedPorts } = report;
          if (sharedPorts.length > 0)
            note(
              context,
              `--hosts: ${many(sharedPorts.length, "host port")} of several jobs, which share it besides: ${listed(sharedPorts.slice(0, 3), sharedPorts.length)}`,
            );
          print(context, report, (io) => jobsText(report, io));
          const apart = report.jobs.some(({ unreachable }) => unreachable > 0);
          finish(apart ? ExitCode.problem : ExitCode.fine);
          return;
        }
        const report: JobReport = {
          ...head,
          portsLeftOut: only.leftOut.map((port) => endportName(fabric, port)),
          ...jobContention(
            fabric,
            tables,
            only.hosts,
            patterns,
            byRate,
            onStage,
          ),
        };
        line.end();
        print(context, report, (io) => jobText(report, io));
        finish(report.unreachable > 0 ? ExitCode.problem : ExitCode.fine);
      } finally {
        line.end();
      }
    });
}

function print(
  context: Context,
  report: object,
  text: (io: Io) => string,
): void {
  context.io.out(
    context.json
      ? `${JSON.stringify(report, null, 2)}\n`
      : visibleReport(context.io, text),
  );
}

function patternsOf(text: string): Pattern[] {
  const names = text.split(",").map((name) => name.trim());
  const found = names.map((name) => {
    const pattern = PATTERNS.find((one) => one === name);
    if (pattern !== undefined) return pattern;
    const close = nearest(name, PATTERNS);
    throw new FabricError({
      code: "E_CLI_USAGE",
      message: "There is no such pattern.",
      where: { path: "--pattern" },
      got: name === "" ? "nothing between two commas" : name,
      expected: `one of ${PATTERNS.join(", ")}`,
      ...(close === undefined ? {} : { hint: `did you mean ${close}?` }),
    });
  });
  return [...new Set(found)];
}
