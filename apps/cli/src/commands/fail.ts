import { Command, Option } from "commander";
import { collect } from "../collect.ts";
import { tablePartsOf } from "../computed-tables.ts";
import type { TableFlags } from "../table-flags.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { cutFinder } from "../fail/cut.ts";
import { runFailures } from "../fail/fail.ts";
import type { FailReport } from "../fail/failure.ts";
import {
  checkWay,
  eachOf,
  optionsOf,
  removalsOf,
  type FailFlags,
} from "../fail/flags.ts";
import { failText, isProblem, worstFirst, worstOf } from "../fail/report.ts";
import { readFabricFile } from "../fabric-file.ts";
import { checkWritableFile, writeText } from "../output-file.ts";
import { wholeNumber } from "../flags.ts";
import { computeOption, ioOption, rootsOption } from "../list-options.ts";
import { cabledEndpoints } from "../naming/endpoints.ts";
import { progress } from "../progress.ts";
import { checkReadAgain } from "../read-again.ts";
import { defaultJobs, JOBS_DEFAULT } from "../run-jobs.ts";
import { visibleReport } from "../visible.ts";

/** With --each, too: a failure costs a new routing and its audit, beside which bisections are cheap. */
const SAMPLES = 200;

/** `fail` */
export function failCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("fail")
    .summary("what a failure does to a fabric under a routing")
    .description(
      "Takes switches or cables away, routes again with the same LIDs, and reports the entries that change, pairs lost, credit loops made and bandwidth lost; with --each, of every single failure, the worst first.",
    )
    .requiredOption(
      "--fabric <file>",
      "the fabric: what ibnetdiscover prints, subnet.lst, IBADM .topo, db_csv, topology.conf or JSON",
    )
    .option(
      "--node-name-map <file>",
      "names by NodeGUID, for nodes that call themselves alike",
    )
    .requiredOption(
      "--routing <name>",
      "how paths are chosen (fabriclab list routing)",
    )
    .addOption(
      new Option(
        "--remove <what>",
        "a node (S-GUID, 0xGUID or name) with all its cables, or one cable of it: node:port; repeatable, all fail together",
      ).argParser(collect),
    )
    .option(
      "--random-links <n>",
      "so many random cables between switches, all at once",
    )
    .addOption(
      new Option(
        "--each <what>",
        "switch or link: every switch, or every cable between switches, one at a time",
      ).argParser(eachOf),
    )
    .addOption(rootsOption())
    .addOption(computeOption())
    .addOption(ioOption())
    .option(
      "--addressing <name>",
      "who gets which LIDs; default: what the routing is made for",
    )
    .addOption(
      new Option(
        "--lids <which>",
        "keep the LIDs of the fabric's file, or assign new ones",
      )
        .choices(["keep", "assign"])
        .default("assign"),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "a parameter of the routing, addressing or tables (repeatable)",
      ).argParser(collect),
    )
    .option(
      "--endpoints <which>",
      "between whom: compute, all, or a file of GUIDs or names",
      "compute",
    )
    .option(
      "--samples <n>",
      `random bisections (default: ${SAMPLES}); four times as many halve the intervals`,
    )
    .option(
      "--seed <n>",
      "seed of the bisections and of --random-links (default: 1)",
    )
    .option("--jobs <n>", `failures at a time (default: ${JOBS_DEFAULT})`)
    .option("-o, --output <file>", "write the report as JSON, too")
    .addHelpText(
      "after",
      `
Pairs lost reached each other before; those cut off among them are joined by no cables any more, so that no routing could help: such a failure is critical.
Bandwidth is a mean over random bisections, the same ones for all failures, with its 95 % confidence interval; failures that it cannot tell apart are named.
Ctrl-C stops what runs; what is finished is printed, and written to -o.

Examples:
  $ fabriclab fail --fabric net.topo --routing minhop --remove 'SW<00,0>'
  $ fabriclab fail --fabric real.ibnetdiscover --routing ftree --roots roots.txt --remove S-2c5eab0300b87b40:33
  $ fabriclab fail --fabric net.topo --routing updn --random-links 3 --seed 7
  $ fabriclab fail --fabric net.topo --routing sssp --each switch --json

Exit code 1 where a failure is refused by the routing, loses pairs that cables still join, or makes credit loops.
${exitCodesHelp}`,
    )
    .action(async (flags: FailFlags) => {
      const samples =
        wholeNumber("--samples", flags.samples, 2, 1e6) ?? SAMPLES;
      const seed = wholeNumber("--seed", flags.seed, 0, 2 ** 32 - 1) ?? 1;
      const jobs = wholeNumber("--jobs", flags.jobs, 1, 1024);
      checkWay(flags);
      if (flags.output !== undefined) checkWritableFile(flags.output);
      checkReadAgain("fail", {
        "--fabric": flags.fabric,
        "--node-name-map": flags.nodeNameMap,
        "--endpoints": flags.endpoints,
      });
      const table = tableFlags(flags);
      // What it refuses is refused here, and not in every thread.
      tablePartsOf(context, table);
      const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
      for (const one of file.notes) note(context, one);
      const { fabric } = file;
      const { endports } = cabledEndpoints(fabric, flags.endpoints);
      const removals = removalsOf(fabric, flags, seed);
      const cut = cutFinder(fabric, endports);
      const line = progress(context.io, {
        label: "fail",
        quiet: context.quiet,
      });
      let interrupted = false;
      const { before, failures, ranking } = await runFailures({
        flags: table,
        nodeNameMap: flags.nodeNameMap,
        options: optionsOf(context, fabric, flags),
        endpoints: flags.endpoints,
        samples,
        seed,
        modules: context.modules,
        removals,
        cuts: removals.map(({ links }) => cut(links)),
        jobs: Math.min(jobs ?? defaultJobs(fabric), removals.length + 1),
        line,
        onInterrupt: () => {
          interrupted = true;
        },
      }).finally(() => line.end());
      if (before === undefined) {
        note(context, "interrupted: nothing was measured");
        finish(ExitCode.interrupted);
        return;
      }
      const report: FailReport = {
        fabric: { name: fabric.name, file: flags.fabric },
        routing: flags.routing,
        endpoints: { choice: flags.endpoints, count: endports.length },
        each: flags.each ?? null,
        samples,
        seed,
        before,
        failures: worstFirst(failures),
        worst: worstOf(failures, before, ranking),
        ranking,
        interrupted,
      };
      const json = `${JSON.stringify(report, null, 2)}\n`;
      context.io.out(
        context.json
          ? json
          : visibleReport(context.io, (io) => failText(report, io)),
      );
      if (flags.output !== undefined) {
        writeText(flags.output, json);
        note(context, `report written to ${flags.output}`);
      }
      finish(
        interrupted
          ? ExitCode.interrupted
          : failures.some((one) => isProblem(one, before))
            ? ExitCode.problem
            : ExitCode.fine,
      );
    });
}

const tableFlags = (flags: FailFlags): TableFlags => ({
  fabric: flags.fabric,
  routing: flags.routing,
  multicast: "union",
  lids: flags.lids,
  ...(flags.addressing === undefined ? {} : { addressing: flags.addressing }),
  ...(flags.set === undefined ? {} : { set: flags.set }),
});
