import { extname } from "node:path";
import type { PlotKind, PlotWish } from "@fabriclab/experiment-plot";
import { FabricError } from "@fabriclab/spec";
import { Command, Option } from "commander";
import { collect } from "../collect.ts";
import { type Context, note } from "../context.ts";
import { ExitCode, exitCodesHelp } from "../exit.ts";
import { readFabricFile } from "../fabric-file.ts";
import {
  checkWritableFile,
  unlessStdout,
  writeBytes,
  writeText,
} from "../output-file.ts";
import type { Drawing } from "../plot/figures.ts";
import type { PlotSource } from "../plot/plot-source.ts";
import { printable } from "../result-json.ts";
import { shellWord } from "../shell-word.ts";

interface Flags {
  readonly output?: string;
  readonly metric?: readonly string[];
  readonly x?: string;
  readonly series?: readonly string[];
  readonly where?: readonly string[];
  readonly kind?: PlotKind | "map";
  readonly baseline?: string;
  readonly xScale?: "linear" | "log";
  readonly yScale?: "linear" | "log";
  readonly fabric?: string;
  readonly range?: "auto" | "zero";
}

const ENDINGS = [".svg", ".png", ".html"] as const;

/** `plot RESULTS…` */
export function plotCommand(
  context: Context,
  finish: (code: ExitCode) => void,
): Command {
  const scale = (axis: string): Option =>
    new Option(
      `--${axis}-scale <scale>`,
      `linear or logarithmic ${axis} axis (default: by the values)`,
    ).choices(["linear", "log"]);
  return new Command("plot")
    .summary("draw results")
    .description(
      "Draws the results of a sweep, or of runs: curves over a factor with numbers, bars over categories, distributions, or a fabric with its channels coloured.",
    )
    .argument(
      "<results...>",
      "a folder that `sweep` wrote, or files that `run -o` wrote; several are told apart by their names",
    )
    .option(
      "-o, --output <file>",
      "a file that ends in .svg, .png or .html (default: SVG on standard output); .html holds every metric that can be drawn so unless some are named",
    )
    .addOption(
      new Option(
        "--metric <name>",
        "what to draw: a metric, or a number beside it such as latency_p99; several of one unit, with commas between them, stand in one chart (repeatable; default: the first metric of the results that can be drawn so)",
      ).argParser(collect),
    )
    .option(
      "--x <factor>",
      "along the x axis, or a result such as throughput, over which curves then stand (default: the load, else the factor with most numbers, of those that --series does not name)",
    )
    .addOption(
      new Option(
        "--series <factor>",
        "a curve for each of its values (repeatable; default: all other factors); those left over make panels",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--where <factor=values>",
        "keep the points with these values, separated by commas, or from one number to another: load=0.2..0.5, load=0.2.. (repeatable)",
      ).argParser(collect),
    )
    .addOption(
      new Option(
        "--kind <kind>",
        "default: by what the results differ in",
      ).choices(["curve", "bars", "distribution", "tail", "map"]),
    )
    .option(
      "--baseline <series>",
      "draw ratios to this series, named as in the legend or by its value alone (xy for routing=xy): for times its time / theirs, for all else their value / its value",
    )
    .addOption(scale("x"))
    .addOption(scale("y"))
    .option(
      "--fabric <file>",
      "for --kind map: the fabric of the results, in any format that topology --fabric reads (default: what `sweep` kept in its folder)",
    )
    .addOption(
      new Option(
        "--range <range>",
        "for --kind map: where colours begin; zero: at 0, auto: at 0, unless all values are so close that they would have nearly one colour, then at the least (default: auto)",
      ).choices(["auto", "zero"]),
    )
    .addHelpText(
      "after",
      `
distribution: the share of values at or below, tail: the share above on a logarithmic axis; of a sweep with a band over its seeds, of a single run as far as percentiles were kept.
A saturated run has no mean: its place is marked by a triangle above the frame. What it accepted is drawn hollow.
Colours are Okabe and Ito's, and every colour has its marker; maps use ColorBrewer's blues.

Examples:
  $ fabriclab plot results/ -o latency.svg
  $ fabriclab plot results/ --metric latency --metric throughput --series routing -o both.png
  $ fabriclab plot results/ --metric latency --x throughput -o latency-throughput.svg
  $ fabriclab plot results/ --metric latency_mean,latency_p99 -o tails.svg
  $ fabriclab plot results/ --kind bars --x size --baseline xy -o speed-up.svg
  $ fabriclab plot a.json b.json --metric latency --kind tail -o tails.svg
  $ fabriclab plot results/ --kind map --where load=0.3 -o load.svg
  $ fabriclab plot run.json --kind map --fabric net.topo -o load.svg
${exitCodesHelp}`,
    )
    .action(async (paths: readonly string[], flags: Flags) => {
      const output = unlessStdout(flags.output);
      // Why first: no ending would make a file of no name.
      if (output === "") checkWritableFile(output);
      const ending = endingOf(output);
      if (output !== undefined) checkWritableFile(output);
      for (const flag of ["fabric", "range"] as const)
        if (flags[flag] !== undefined && flags.kind !== "map")
          throw notAMap(flag);
      // Why: drawing needs a rasteriser in native code, which no other command should wait for.
      const plot = await import("@fabriclab/experiment-plot");
      const { plotSource } = await import("../plot/source.ts");
      let data: PlotSource = await plotSource(paths, (said) => {
        note(context, said);
      });
      for (const condition of flags.where ?? [])
        data = plot.keepWhere(data, condition) as PlotSource;
      const drawings = await drawAll(context, data, flags, ending);
      const [first] = drawings;
      if (first === undefined) throw new Error("nothing was drawn");
      if (drawings.some(({ wideX }) => wideX))
        note(
          context,
          "note: the values of a distribution span more than a factor 30: --x-scale log spreads the small ones",
        );
      if (output !== undefined) {
        if (ending === ".png") {
          writeBytes(output, plot.renderPng(first.svg));
          tellWithoutSign(context, plot.lettersWithoutSign(first.svg), output);
        } else if (ending === ".html") {
          const { plotPage } = await import("../plot/page.ts");
          const title = [data.title, ...plot.fixedFactors(data)].join(", ");
          writeText(output, plotPage(title, paths.join(", "), drawings));
        } else writeText(output, first.svg);
        note(
          context,
          `${drawings.map(({ caption }) => caption).join("\n")}\n-> ${output}`,
        );
      }
      if (context.json)
        context.io.out(
          `${JSON.stringify(printable(drawings.map(({ caption, charts, map }) => ({ caption, charts, map }))), null, 2)}\n`,
        );
      else if (output === undefined) context.io.out(first.svg);
      finish(ExitCode.fine);
    });
}

/** Letters that are named in a note; the rest are counted. */
const NAMED = 10;

/** A PNG brings its letters along; what its font lacks is a box there. */
function tellWithoutSign(
  context: Context,
  letters: readonly string[],
  output: string,
): void {
  if (letters.length === 0) return;
  const more = letters.length - NAMED;
  note(
    context,
    `note: the font of PNG files has no sign for ${letters.slice(0, NAMED).join(" ")}${more > 0 ? ` and ${more} more` : ""}, ${letters.length === 1 ? "which is a box" : "which are boxes"} in ${output}; an .svg shows them where it is read`,
  );
}

/** One drawing; for a page, one for each metric. */
async function drawAll(
  context: Context,
  data: PlotSource,
  flags: Flags,
  ending: string,
): Promise<readonly Drawing[]> {
  const { declaredPlot, drawMetrics, drawThoseThatCan, metricsWithValues } =
    await import("../plot/figures.ts");
  const { alongX } = await import("../plot/along-x.ts");
  const { namedMetrics } = await import("../plot/named-metrics.ts");
  const { noValues } = await import("../plot/no-values.ts");
  const { registry } = context;
  if (flags.kind === "map") {
    const { drawMap } = await import("../plot/map.ts");
    return [
      drawMap(
        data,
        flags.fabric === undefined
          ? undefined
          : readFabricFile(flags.fabric).fabric,
        flags.metric?.[0],
        (metric) => declaredPlot(registry, metric),
        flags.range,
      ),
    ];
  }
  const { kind, x, series, baseline, xScale, yScale } = flags;
  const wish: Omit<PlotWish, "look"> = {
    ...(kind === undefined ? {} : { kind }),
    ...(x === undefined ? {} : alongX(data, x, registry)),
    ...(series === undefined ? {} : { series }),
    ...(baseline === undefined ? {} : { baseline }),
    ...(xScale === undefined ? {} : { xScale }),
    ...(yScale === undefined ? {} : { yScale }),
  };
  const named = namedMetrics(data, flags.metric ?? []);
  if (named.length > 0)
    return ending === ".html"
      ? named.map((metric) => drawMetrics(data, [metric], registry, wish))
      : [drawMetrics(data, named, registry, wish)];
  if (metricsWithValues(data).length === 0) throw noValues(data);
  const { drawings, left, without } = drawThoseThatCan(
    data,
    registry,
    wish,
    ending === ".html" ? data.metrics.length : 1,
  );
  for (const one of without)
    note(context, `note: without any value, and left out: ${one}`);
  for (const one of left)
    note(
      context,
      `note: cannot be drawn in this way, and left out: ${one} (--metric NAME says more)`,
    );
  return drawings;
}

function endingOf(output: string | undefined): string {
  if (output === undefined) return ".svg";
  const ending = ENDINGS.find((one) => output.toLowerCase().endsWith(one));
  if (ending !== undefined) return ending;
  throw new FabricError({
    code: "E_CLI_UNKNOWN_FORMAT",
    message: `The name of ${output} does not say its format.`,
    where: { file: output, path: "-o" },
    got: output,
    expected: `a name that ends in ${ENDINGS.join(", ")}`,
    ...otherwise(output),
  });
}

/** How the results come into a format that others write. */
function otherwise(output: string): { readonly hint?: string } {
  const ending = extname(output);
  const svg = `${output.slice(0, output.length - ending.length)}.svg`;
  switch (ending.toLowerCase()) {
    case ".pdf":
    case ".eps":
      return {
        hint: `draw ${svg}, and convert it: rsvg-convert -f ${ending.slice(1).toLowerCase()} -o ${shellWord(output)} ${shellWord(svg)}`,
      };
    case ".csv":
      return {
        hint: `fabriclab export RESULTS --points --csv ${shellWord(output)} writes the numbers of a sweep`,
      };
    case ".json":
      return { hint: "--json prints the numbers of the drawing" };
    default:
      return {};
  }
}

const notAMap = (flag: string): FabricError =>
  new FabricError({
    code: "E_CLI_OPTION_CONFLICT",
    message: `--${flag} is for --kind map.`,
    where: { path: `--${flag}` },
    got: `--${flag} without --kind map`,
    expected: "--kind map beside it",
  });
