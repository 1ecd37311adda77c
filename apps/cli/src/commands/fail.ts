import { Command, Option } from "commander";
import { collect, collectNames } from "../collect.ts";
import type { Context } from "../context.ts";
import { exitCodesHelp, type ExitCode } from "../exit.ts";
import { eachOf, type FailFlags } from "../fail/flags.ts";
import { runFail, SAMPLES } from "../fail/run-fail.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { computeOption, ioOption, rootsOption } from "../list-options.ts";
import { JOBS_DEFAULT } from "../run-jobs.ts";
import { byRateFlag } from "../rates.ts";

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
    .addOption(fabricFlag())
    .addOption(nodeNameMapFlag())
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
    .addOption(byRateFlag())
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
      finish(await runFail(context, flags));
    });
}
