import { Command, Option } from "commander";
import { withRouting, type AuditFlags } from "../audit/options.ts";
import { runAudit, SAMPLES } from "../audit/run-audit.ts";
import { multicastBuilders } from "../builder-names.ts";
import { collect } from "../collect.ts";
import type { Context } from "../context.ts";
import { exitCodesHelp, type ExitCode } from "../exit.ts";
import { fabricFlag, nodeNameMapFlag } from "../fabric-flags.ts";
import { byRateFlag } from "../rates.ts";

/** `audit` */
export function auditCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  return withRouting(
    new Command("audit")
      .summary("prove forwarding tables right or wrong")
      .usage(
        "--fabric FILE --tables DIR [options]\n       fabriclab audit --fabric FILE --routing NAME [options]",
      )
      .description(
        "Follows every path and every multicast copy that a fabric's tables lay down, without simulating: reachability, multicast, credit loops with the pairs that close them and what would open them, balance.",
      )
      .addOption(fabricFlag())
      .addOption(nodeNameMapFlag())
      .option(
        "--tables <dir>",
        "folder of tables as OpenSM dumps them (opensm-lfts.dump, opensm.mcfdbs, guid2lid, opensm-sl2vl.dump, opensm-qos.conf; .gz too) or as `route` writes them",
      )
      .option(
        "--sl2vl <file>",
        "SL2VL tables, where they are not in the folder",
      )
      .option(
        "--path-sl <file>",
        "LID and SL of each pair (slid dlid sl), where not in the folder",
      )
      .option("--guid2lid <file>", "LIDs, where not in the folder")
      .option(
        "--multicast <file>",
        `multicast tables (mcfdbs), where not in the folder; with --routing, the builder: ${multicastBuilders(context.registry)}`,
      ),
    "for the report, too",
    "with --routing: builder of SL2VL tables; default: what the routing is made for, if anything",
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
    .addOption(byRateFlag())
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
  $ fabriclab audit --fabric real.topo --routing ftree --roots advice/root_guids.txt --compute advice/compute_guids.txt
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
      finish(await runAudit(context, flags));
    });
}
