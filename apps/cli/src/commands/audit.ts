import { Command, Option } from "commander";
import { audit, type AuditRun } from "../audit/audit.ts";
import { auditDrawing, checkDrawingName } from "../audit/drawing.ts";
import { chooseEndpoints, readRoots } from "../naming/endpoints.ts";
import { withoutImpossible } from "../audit/impossible.ts";
import { checkFlags, type AuditFlags } from "../audit/options.ts";
import { remedyFiles } from "../audit/remedy-files.ts";
import { replayed } from "../audit/replayed.ts";
import {
  auditTables,
  candidateEngines,
  routingsUntried,
} from "../audit/tables.ts";
import { auditText } from "../audit/text.ts";
import { multicastBuilders } from "../builder-names.ts";
import { collect } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import { outputDirectory } from "../files.ts";
import { checkWritableFile, writeText } from "../output-file.ts";
import { wholeNumber } from "../flags.ts";
import { colorless } from "../io.ts";
import { progress, stages } from "../progress.ts";
import { visibleReport } from "../visible.ts";

/** Random bisections and random permutations where `--samples` is not given. */
const SAMPLES = 200;

/** `audit` */
export function auditCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return new Command("audit")
    .summary("prove forwarding tables right or wrong")
    .usage(
      "--fabric FILE --tables DIR [options]\n       fabriclab audit --fabric FILE --routing NAME [options]",
    )
    .description(
      "Follows every path and every multicast copy that a fabric's tables lay down, without simulating: reachability, multicast, credit loops with the pairs that close them and what would open them, balance.",
    )
    .requiredOption(
      "--fabric <file>",
      "the fabric: what ibnetdiscover prints, subnet.lst, IBADM .topo, db_csv, topology.conf or JSON",
    )
    .option(
      "--node-name-map <file>",
      "names by NodeGUID, for nodes that call themselves alike",
    )
    .option(
      "--tables <dir>",
      "folder of tables as OpenSM dumps them (opensm-lfts.dump, opensm.mcfdbs, guid2lid, opensm-sl2vl.dump, opensm-qos.conf; .gz too) or as `route` writes them",
    )
    .option("--sl2vl <file>", "SL2VL tables, where they are not in the folder")
    .option(
      "--path-sl <file>",
      "LID and SL of each pair (slid dlid sl), where not in the folder",
    )
    .option("--guid2lid <file>", "LIDs, where not in the folder")
    .option(
      "--multicast <file>",
      `multicast tables (mcfdbs), where not in the folder; with --routing, the builder: ${multicastBuilders(context.registry)}`,
    )
    .option(
      "--routing <name>",
      "instead of --tables: compute them, as `fabriclab route` does",
    )
    .option("--addressing <name>", "with --routing: who gets which LIDs")
    .option(
      "--lanes <name>",
      "with --routing: builder of SL2VL tables; default: what the routing is made for, if anything",
    )
    .addOption(
      new Option(
        "--lids <which>",
        "with --routing: keep the LIDs of the fabric's file, or assign new ones",
      ).choices(["keep", "assign"]),
    )
    .addOption(
      new Option(
        "--set <key=value>",
        "with --routing: a parameter of it, such as roots=S1 (repeatable); `fabriclab list routing NAME` has them",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--group <sources=members>",
        "with --routing: a multicast group (repeatable)",
      ).argParser(collect),
    )
    .option(
      "--groups <file>",
      "with --routing: multicast groups in a YAML file",
    )
    .option(
      "--endpoints <which>",
      "between whom: compute (hosts, without Aggregation Nodes and the like), all (every channel adapter), or a file of GUIDs or names",
      "compute",
    )
    .option(
      "--roots <file>",
      "GUIDs or names of root switches: the report then says which channels of a cycle lead up and which down",
    )
    .option(
      "--all-lids",
      "follow every LID of the endpoints, from every endpoint: with LMC above 0 a pair may have several, of which the other parts follow the one that the pair uses (the default where --routing makes tables with path bits)",
    )
    .option(
      "--no-all-lids",
      "follow the LIDs that the pairs use, and no others",
    )
    .option(
      "--sl-ignored",
      "also look for credit loops with all traffic on one VL",
    )
    .option(
      "--synchronous",
      "multicast copies leave a switch together: sibling outputs wait for each other",
    )
    .option(
      "--no-remedies",
      "do not look for what would open credit loops, which takes most of the time where there are any",
    )
    .option(
      "--samples <n>",
      `random bisections and permutations (default: ${SAMPLES})`,
    )
    .option("--seed <n>", "seed of the random ones (default: 1)")
    .option(
      "-o, --output <dir>",
      "folder for audit.txt, audit.json, audit.svg and what applies remedies against loops of unicast (remedy-*)",
    )
    .option("--force", "write into a folder that holds files")
    .option(
      "--svg <file>",
      "draw the fabric with a cycle, or the busiest channels",
    )
    .option(
      "--replay <dir>",
      "write a scenario whose simulation hangs on the first credit loop",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab audit --fabric net.topo --tables tables/
  $ fabriclab audit --fabric net.topo --routing cyclic
  $ fabriclab audit --fabric real.topo --tables dump/ --endpoints all --roots roots.txt --json
  $ fabriclab audit --fabric real.topo --tables dump/ --svg cycle.svg --replay replay/

Unreachable pairs come with their causes: the entry to blame (switch, LID, port) and the ports by which packets would arrive. An
entry of a dump with a port that its switch does not have is such a finding, with its line, not a refusal.

Where no cables hold the fabric together, pairs across its parts are left out, as no tables could join them. They are a problem only where two hosts have ports in
no common part: hosts with a port in each of several planes have one.

Exit code 1 where a pair that cables join cannot reach, hosts are in no common part, a forwarding loop, a credit loop, a LID of two ports or an entry with an impossible port exists, or a multicast member
gets no copy or several, or a stranger gets one. Loops with the SL ignored do not count: they are a question, not the fabric.
${exitCodesHelp}`,
    )
    .action(async (flags: AuditFlags) => {
      checkFlags(flags);
      const samples = wholeNumber("--samples", flags.samples, 2, 1e6);
      const seed = wholeNumber("--seed", flags.seed, 0, 2 ** 32 - 1);
      const write = prepareOutputs(context, flags);
      const line = progress(context.io, {
        label: "audit",
        quiet: context.quiet,
      });
      const told = stages(line);
      try {
        line.update({ note: "reading the fabric" });
        const file = readFabricFile(
          flags.fabric,
          "--fabric",
          flags.nodeNameMap,
        );
        for (const one of file.notes) note(context, one);
        const { fabric } = file;
        const roots =
          flags.roots === undefined
            ? undefined
            : readRoots(fabric, flags.roots);
        line.update({
          note: `${flags.tables === undefined ? "making" : "reading"} the tables`,
        });
        const audited = auditTables(context, file, flags, told);
        const { tables, from, impossible } = audited;
        const untried = routingsUntried(fabric);
        const run = audit(fabric, tables, {
          file: flags.fabric,
          from,
          impossible,
          // Where LIDs are given anew, those of the file are none of the tables'.
          ...(flags.tables === undefined
            ? {}
            : { sharedLids: file.sharedLids ?? [] }),
          choice: chooseEndpoints(fabric, tables.lids, flags.endpoints),
          roots,
          allLids: flags.allLids,
          slIgnored: flags.slIgnored === true,
          synchronous: flags.synchronous === true,
          samples: samples ?? SAMPLES,
          seed: seed ?? 1,
          engines: !flags.remedies
            ? undefined
            : untried === undefined
              ? candidateEngines(context, fabric, audited, flags)
              : [],
          routingsUntried: untried,
          onProgress: (part, fraction) => {
            // Why no time left: the other parts take as long as they take, remedies above all.
            line.update({ stage: `${part} ${(100 * fraction).toFixed(0)} %` });
          },
        });
        const replay =
          flags.replay === undefined
            ? null
            : await replayed(
                { ...run, tables: withoutImpossible(tables, impossible) },
                {
                  registry: context.registry,
                  directory: flags.replay,
                  force: flags.force === true,
                  onTry: (how) => {
                    line.update({ note: `replay: ${how}` });
                  },
                },
              );
        line.end();
        const report = { ...run.report, replay };
        context.io.out(
          context.json
            ? `${JSON.stringify(report, null, 2)}\n`
            : visibleReport(context.io, (io) => auditText(report, io)),
        );
        await write({ ...run, report });
        finish(report.verdict === "clean" ? ExitCode.fine : ExitCode.problem);
      } finally {
        line.end();
      }
    });
}

/** Checks, before anything is computed, that what was asked for can be written. */
function prepareOutputs(
  context: Context,
  flags: AuditFlags,
): (run: AuditRun) => Promise<void> {
  const { output, svg, replay } = flags;
  const force = flags.force === true;
  const folder =
    output === undefined ? undefined : outputDirectory(output, { force });
  if (replay !== undefined)
    outputDirectory(replay, { force, flag: "--replay" });
  if (svg !== undefined) {
    checkDrawingName(svg);
    checkWritableFile(svg, "--svg");
  }
  return async (run) => {
    if (folder !== undefined && output !== undefined) {
      const files = new Map([
        [
          "audit.txt",
          [
            visibleReport({ ...colorless(context.io), columns: 100 }, (io) =>
              auditText(run.report, io),
            ),
          ],
        ],
        ["audit.json", [`${JSON.stringify(run.report, null, 2)}\n`]],
        ["audit.svg", [drawing(run)]],
        ...remedyFiles(run),
      ]);
      await folder.fill(files);
      note(
        context,
        `report written to ${output}: ${[...files.keys()].join(", ")}`,
      );
    }
    if (svg !== undefined) {
      writeText(svg, drawing(run), "--svg");
      note(context, `drawing written to ${svg}`);
    }
  };
}

const drawing = (run: AuditRun): string =>
  auditDrawing(run, run.balance.counts.routes);
