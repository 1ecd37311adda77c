import { Command, Option } from "commander";
import { collect, collectNames } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { comparedText } from "../fail/compared-text.ts";
import { failReport, isStood } from "../fail/compared.ts";
import { cutFinder } from "../fail/cut.ts";
import { enginesOf, withLists } from "../fail/engines.ts";
import { failingOf, runFailures, thrown } from "../fail/fail.ts";
import { basesKept } from "../fail/task-order.ts";
import {
  checkWay,
  drawnOf,
  eachOf,
  removalsOf,
  type FailFlags,
} from "../fail/flags.ts";
import { failText } from "../fail/report.ts";
import { readFabricFile } from "../fabric-file.ts";
import { longJson, longJsonFile } from "../long-json.ts";
import { checkWritableFile, writeBytes } from "../output-file.ts";
import { wholeNumber } from "../flags.ts";
import { computeOption, ioOption, rootsOption } from "../list-options.ts";
import { cabledEndpoints } from "../naming/endpoints.ts";
import { partedPairs } from "../naming/parts.ts";
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
      "Takes switches or cables away, routes again with the same LIDs, and reports the entries that change, pairs lost, credit loops made and bandwidth lost; with --each, of every single failure, the worst first; with --draws, of many random ones, and how likely they are.",
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
      "--routing <names>",
      "how paths are chosen (fabriclab list routing); several, separated by commas, meet the same failures and are compared",
      collectNames(),
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
    .option(
      "--random-switches <n>",
      "so many random switches with all their cables, all at once",
    )
    .option(
      "--draws <n>",
      "with either: so many draws, each by itself, with the seeds from --seed on",
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
      "seed of the bisections and of what is drawn (default: 1)",
    )
    .option("--jobs <n>", `failures at a time (default: ${JOBS_DEFAULT})`)
    .option("-o, --output <file>", "write the report as JSON, too")
    .addHelpText(
      "after",
      `
Pairs lost reached each other before; those cut off among them are joined by no cables any more, so that no routing could help: such a failure is critical.
Bandwidth is a mean over random bisections, the same ones for all failures, with its 95 % confidence interval; failures that it cannot tell apart are named.
Ctrl-C stops what runs; what is finished is printed, and written to -o: of several routings how far each came, and what can be compared.

Examples:
  $ fabriclab fail --fabric net.topo --routing minhop --remove 'SW<00,0>'
  $ fabriclab fail --fabric real.ibnetdiscover --routing ftree --roots roots.txt --remove S-2c5eab0300b87b40:33
  $ fabriclab fail --fabric net.topo --routing updn --random-links 3 --seed 7
  $ fabriclab fail --fabric net.topo --routing sssp --each switch --json
  $ fabriclab fail --fabric net.topo --routing minhop,updn,ftree --random-links 3
  $ fabriclab fail --fabric net.topo --routing minhop,lash --random-links 3 --draws 100

Several routings meet the same failures and the same bisections, a row for each; one that refuses ends none of the others. What each has less than the one with most bandwidth left is told from differences in the same bisections. Lists and --set go to those that take them, --set ROUTING:KEY=VALUE to one, where it wins over --set KEY=VALUE.

Exit code 1 where a failure is refused by the routing, loses pairs that cables still join, or makes credit loops; of several routings, where this is so of each: 0 says that one at least stands all that fails.
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
      const given = enginesOf(context, flags);
      const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
      for (const one of file.notes) note(context, one);
      const { fabric } = file;
      const { endports } = cabledEndpoints(fabric, flags.endpoints);
      const parted = partedPairs(fabric, endports);
      if (parted !== undefined) note(context, parted.what);
      const removals = removalsOf(fabric, flags, seed);
      const engines = withLists(context, fabric, flags, given);
      const cut = cutFinder(fabric, endports);
      const cuts = removals.map(({ links }) => cut(links));
      const line = progress(context.io, {
        label: "fail",
        quiet: context.quiet,
      });
      let interrupted = false;
      const results = await runFailures({
        engines,
        nodeNameMap: flags.nodeNameMap,
        endpoints: flags.endpoints,
        samples,
        seed,
        modules: context.modules,
        removals,
        cuts,
        kept: basesKept(fabric),
        jobs: Math.min(
          jobs ?? defaultJobs(fabric),
          engines.length * (removals.length + 1),
        ),
        line,
        onInterrupt: () => {
          interrupted = true;
        },
      }).finally(() => line.end());
      if (engines.length === 1 && results[0]?.reason !== undefined)
        throw thrown(results[0].reason);
      if (
        results.every(({ before, reason }) => (before ?? reason) === undefined)
      ) {
        note(context, "interrupted: nothing was measured");
        finish(ExitCode.interrupted);
        return;
      }
      const report = failReport(
        {
          fabric: { name: fabric.name, file: flags.fabric },
          endpoints: { choice: flags.endpoints, count: endports.length },
          drawn: drawnOf(flags),
          each: flags.each ?? (removals.length > 1 ? "draw" : null),
          samples,
          seed,
          interrupted,
        },
        given,
        removals.map((removal, i) => failingOf(removal, cuts[i])),
        results,
      );
      if (context.json) {
        for (const piece of longJson(report)) context.io.out(piece);
        context.io.out("\n");
      } else
        context.io.out(
          visibleReport(context.io, (io) =>
            "engines" in report
              ? comparedText(report, io)
              : failText(report, io),
          ),
        );
      if (flags.output !== undefined) {
        writeBytes(flags.output, longJsonFile(report));
        note(context, `report written to ${flags.output}`);
      }
      finish(
        interrupted
          ? ExitCode.interrupted
          : isStood(report)
            ? ExitCode.fine
            : ExitCode.problem,
      );
    });
}
