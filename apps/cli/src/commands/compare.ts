import { Command, Option } from "commander";
import { advise } from "../compare/advice.ts";
import { writeAdvice } from "../compare/advice-folder.ts";
import {
  candidatesOf,
  derivedLists,
  givenLists,
  routingsOf,
} from "../compare/candidates.ts";
import { compareEngines } from "../compare/compare.ts";
import type { CompareReport } from "../compare/report.ts";
import { roleCounts } from "../compare/role-counts.ts";
import { settingsOf } from "../compare/settings.ts";
import { compareText } from "../compare/text.ts";
import { collect, collectNames } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { readFabricFile } from "../fabric-file.ts";
import { outputDirectory } from "../files.ts";
import { idleOfSeveral, lmcLeftOut } from "../kept-lids.ts";
import { backToBackNote } from "../naming/back-to-back.ts";
import { partedPairs } from "../naming/parts.ts";
import { oddRates } from "../naming/odd-rates.ts";
import { wholeNumber } from "../flags.ts";
import { cabledEndpoints } from "../naming/endpoints.ts";
import { progress } from "../progress.ts";
import { byRateFlag, mixedRatesNote } from "../rates.ts";
import { checkReadAgain } from "../read-again.ts";
import { defaultJobs, isSmall, JOBS_DEFAULT } from "../run-jobs.ts";
import { shellWord } from "../shell-word.ts";
import { visibleReport } from "../visible.ts";

interface Flags {
  readonly fabric: string;
  readonly nodeNameMap?: string;
  readonly engines?: string;
  readonly roots?: string;
  readonly compute?: string;
  readonly io?: string;
  readonly set?: readonly string[];
  readonly endpoints: string;
  readonly lids: "keep" | "assign";
  readonly samples?: string;
  readonly byRate?: true;
  readonly seed?: string;
  readonly jobs?: string;
  readonly output?: string;
  readonly force?: true;
}

const SAMPLES = 200;

/** `compare` */
export function compareCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("compare")
    .summary("every routing on your fabric, and which to take")
    .description(
      "Routes a fabric by every engine, with and without lists of roots, compute and I/O nodes that are derived from the fabric itself; measures reachability, credit loops and bandwidth of each; and says which to take.",
    )
    .addOption(fabricFlag())
    .addOption(nodeNameMapFlag())
    .option(
      "--engines <names>",
      "these only, separated by commas (default: every routing, see fabriclab list routing)",
      collectNames(),
    )
    .option(
      "--roots <file>",
      "root switches of your own (GUIDs or names): compared with the derived ones",
    )
    .option("--compute <file>", "compute nodes of your own (GUIDs or names)")
    .option("--io <file>", "I/O nodes of your own (GUIDs or names)")
    .option(
      "--endpoints <which>",
      "whose bandwidth: compute (hosts, without Aggregation Nodes and the like), all (every channel adapter), or a file of GUIDs or names",
      "compute",
    )
    .addOption(
      new Option(
        "--lids <which>",
        "keep the LIDs of the fabric's file, or assign new ones as each engine's addressing does",
      )
        .choices(["keep", "assign"])
        .default("assign"),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "a parameter of the routings, their addressings or tables, for those that have it; ROUTING:key=value for one, which wins (repeatable)",
      ).argParser(collect),
    )
    .option(
      "--samples <n>",
      `random bisections (default: ${SAMPLES}); four times as many halve the intervals`,
    )
    .option("--seed <n>", "seed of the bisections (default: 1)")
    .addOption(byRateFlag())
    .option("--jobs <n>", `engines at a time (default: ${JOBS_DEFAULT})`)
    .option(
      "-o, --output <dir>",
      "folder for report.html, compare.txt, compare.json, the lists (root_guids.txt, compute_guids.txt, io_guids.txt), opensm.conf and, of a tree, Slurm's topology.conf",
    )
    .option("--force", "write into a folder that holds files")
    .addHelpText(
      "after",
      `
A routing that refuses the fabric says why in a line; --json and compare.json have all of it.
Ctrl-C stops what runs; what is finished is printed, and written to -o.

Examples:
  $ fabriclab compare --fabric real.ibnetdiscover
  $ fabriclab compare --fabric real.ibnetdiscover --engines minhop,updn,ftree -o advice/
  $ fabriclab compare --fabric net.topo --set cyclic:lmc=2
  $ fabriclab compare --fabric real.ibnetdiscover --roots roots.txt --compute cn.txt --json

Exit code 1 where no routing serves: each is refused, leaves pairs of endpoints unreachable, or has credit loops among them.
${exitCodesHelp}`,
    )
    .action(async (flags: Flags) => {
      const samples = wholeNumber("--samples", flags.samples, 2, 1e6);
      const seed = wholeNumber("--seed", flags.seed, 0, 2 ** 32 - 1) ?? 1;
      const jobs = wholeNumber("--jobs", flags.jobs, 1, 1024);
      const { output } = flags;
      const folder =
        output === undefined
          ? undefined
          : outputDirectory(output, { force: flags.force === true });
      checkReadAgain("compare", {
        "--fabric": flags.fabric,
        "--node-name-map": flags.nodeNameMap,
        "--endpoints": flags.endpoints,
      });
      const file = readFabricFile(flags.fabric, "--fabric", flags.nodeNameMap);
      for (const one of file.notes) note(context, one);
      const { fabric } = file;
      const backToBack = backToBackNote(fabric);
      if (backToBack !== undefined) note(context, backToBack);
      const mixedRates = mixedRatesNote(fabric, flags);
      if (mixedRates !== undefined) note(context, mixedRates);
      // Refused here, once, and not by every engine.
      const { endports } = cabledEndpoints(fabric, flags.endpoints, "switch");
      const parted = partedPairs(fabric, endports);
      if (parted !== undefined) note(context, parted.what);
      const given = givenLists(fabric, flags);
      const lists = [
        ...derivedLists(fabric),
        ...(given === undefined ? [] : [given]),
      ];
      const set = settingsOf(
        context,
        flags.set ?? [],
        routingsOf(context, flags.engines).map(({ name }) => name),
        { lids: flags.lids },
      );
      for (const one of [
        ...idleOfSeveral(context, { lids: flags.lids }, set),
        ...lmcLeftOut(flags, set, file.lids),
      ])
        note(context, one);
      const candidates = candidatesOf(context, flags.engines, lists, set);
      const line = progress(context.io, {
        label: "compare",
        quiet: context.quiet,
      });
      let interrupted = false;
      const measured = await compareEngines({
        file: flags.fabric,
        nodeNameMap: flags.nodeNameMap,
        endpoints: flags.endpoints,
        lids: flags.lids,
        samples: samples ?? SAMPLES,
        seed,
        byRate: flags.byRate === true,
        modules: context.modules,
        candidates,
        jobs: Math.min(jobs ?? defaultJobs(fabric), candidates.length),
        inThread: !isSmall(fabric),
        line,
        onInterrupt: () => {
          interrupted = true;
        },
      }).finally(() => line.end());
      const rows = measured.map(({ row }) => row);
      const report: CompareReport = {
        fabric: {
          name: fabric.name,
          file: flags.fabric,
          switches: fabric.switchCount,
          hosts: fabric.hostCount,
          cables: fabric.linkCount,
        },
        oddRates: oddRates(fabric),
        endpoints: { choice: flags.endpoints, count: endports.length },
        roles: roleCounts(fabric),
        samples: samples ?? SAMPLES,
        seed,
        byRate: flags.byRate === true,
        lists,
        set,
        rows,
        advice: advise(measured),
        interrupted,
      };
      if (folder !== undefined && output !== undefined) {
        const command = commandOf(flags, seed);
        await writeAdvice(context, folder, {
          output,
          fabric,
          report,
          measured,
          command,
        });
      }
      context.io.out(
        context.json
          ? `${JSON.stringify(report, null, 2)}\n`
          : visibleReport(context.io, (io) => compareText(report, io)),
      );
      finish(
        interrupted
          ? ExitCode.interrupted
          : report.advice.take === null
            ? ExitCode.problem
            : ExitCode.fine,
      );
    });
}

/** The command that makes a report again. */
function commandOf(flags: Flags, seed: number): string {
  const named = (
    ["engines", "roots", "compute", "io", "samples"] as const
  ).flatMap((name) =>
    flags[name] === undefined ? [] : [`--${name}`, shellWord(flags[name])],
  );
  return [
    "fabriclab compare --fabric",
    shellWord(flags.fabric),
    ...(flags.nodeNameMap === undefined
      ? []
      : ["--node-name-map", shellWord(flags.nodeNameMap)]),
    ...named,
    ...(flags.set ?? []).flatMap((one) => ["--set", shellWord(one)]),
    "--endpoints",
    shellWord(flags.endpoints),
    "--lids",
    flags.lids,
    "--seed",
    String(seed),
    ...(flags.byRate === true ? ["--by-rate"] : []),
  ].join(" ");
}
