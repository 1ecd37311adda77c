import { topKeys } from "@fabriclab/formats-scenario";
import type { RunStatus } from "@fabriclab/sim";
import { FabricError, nearest } from "@fabriclab/spec";
import { Command } from "commander";
import type { Context } from "../context.ts";
import { catalogue, errorEntry } from "../errors/catalogue.ts";
import type { ErrorEntry } from "../errors/entry.ts";
import { shellLines } from "../errors/example-files.ts";
import { errorExample } from "../errors/example.ts";
import { exitCodesHelp } from "../exit.ts";
import { GLOSSARY, glossaryEntry, namesOf } from "../glossary.ts";
import { type Io, paint } from "../io.ts";
import { explainedText, explainedWords } from "../key-text.ts";
import {
  explainedParameter,
  parameterNames,
  parameterText,
} from "../parameter-text.ts";
import { pluginJson, pluginText } from "../plugin-text.ts";
import { findNamed } from "../registry-search.ts";

/** `explain TOPIC` */
export function explainCommand(context: Context): Command {
  return new Command("explain")
    .summary(
      "what an error code or a word means, or what a plugin, a parameter or a key does",
    )
    .description(
      "Explains an error code (what it means, an example, how to mend it), a plugin (parameters, claims, sources), a family of plugins, a parameter, a key of a scenario, or a word of the field.",
    )
    .argument(
      "<topic...>",
      "an error code such as E_SCENARIO_SYNTAX, a plugin's name, a family, a parameter, a key of a scenario, or a word such as LMC or credit loop",
    )
    .addHelpText(
      "after",
      `
Examples:
  $ fabriclab explain E_SCENARIO_UNKNOWN_KEY
  $ fabriclab explain cyclic
  $ fabriclab explain select
  $ fabriclab explain load
  $ fabriclab explain credit loop
${exitCodesHelp}`,
    )
    .action((topics: string[], _options: unknown, command: Command) => {
      const { io, registry, json } = context;
      const asked = topics.join(" ");
      // Codes are the only names in capitals, and easily typed without.
      const topic = /^e_/i.test(asked) ? asked.toUpperCase() : asked;
      const entry = errorEntry(topic, registry);
      if (entry !== undefined) {
        io.out(
          json
            ? `${JSON.stringify({ code: topic, ...entry }, null, 2)}\n`
            : errorText(io, topic, entry),
        );
        return;
      }
      const plugins = findNamed(registry, topic);
      const words = explainedWords(registry, topic);
      // a key such as `seed` says what its parameters mean, too; a plugin's name is enough
      const parameter =
        plugins.length > 0 ? undefined : explainedParameter(registry, topic);
      const parameters = parameter === undefined ? [] : [parameter];
      if (plugins.length + words.length + parameters.length === 0) {
        const known = glossaryEntry(topic);
        if (known === undefined) throw unknownTopic(context, topic, command);
        const { word, meaning } = known;
        io.out(
          json
            ? `${JSON.stringify([{ name: word, is: "word", means: meaning }], null, 2)}\n`
            : `${paint(io, "bold", word)}\n  ${meaning}\n\nMore: ${helpOf(topic, command) ?? "apps/docs/glossary.md"}\n`,
        );
        return;
      }
      io.out(
        json
          ? `${JSON.stringify([...words, ...plugins.map(pluginJson), ...parameters], null, 2)}\n`
          : [
              ...words.map((word) => explainedText(io, word)),
              ...plugins.map((plugin) => pluginText(io, plugin)),
              ...parameters.map((one) => parameterText(io, one)),
            ].join("\n"),
      );
    });
}

const errorText = (io: Io, code: string, entry: ErrorEntry): string =>
  [
    paint(io, "bold", code),
    `  ${entry.means}`,
    "",
    ...exampleText(entry.example),
    "",
    "Mend it:",
    `  ${entry.mend}`,
    "",
  ].join("\n");

/** Commands with the files that they need: an example is there to be tried. */
function exampleText(example: string): string[] {
  const found = errorExample(example);
  if (found.kind === "sh")
    return [
      "Example, for a shell in an empty folder:",
      // Not indented: the end of a text that a shell takes stands at the margin.
      ...shellLines(found.commands),
    ];
  return [
    found.kind === "yaml" ? "Example, keys of a scenario:" : "Example:",
    ...example.split("\n").map((line) => `  ${line}`),
  ];
}

/** Words that results begin with, also without their ending. */
const STATUSES: Readonly<Record<RunStatus, true>> = {
  converged: true,
  deadlocked: true,
  finished: true,
  limit: true,
  saturated: true,
};

/** How a run ended, of which a word is the name, with or without its ending. */
const endedBy = (topic: string): string | undefined =>
  topic === "status"
    ? "a status"
    : Object.keys(STATUSES).find((word) =>
        ["", "d", "ed"].some((ending) => `${topic}${ending}` === word),
      );

/** The help that tells more of a word than its meaning: a command's own, or that of how runs end. */
function helpOf(topic: string, { parent }: Command): string | undefined {
  const isCommand = parent?.commands.some(
    (command) => command.name() === topic,
  );
  if (isCommand === true) return `\`fabriclab ${topic} --help\``;
  return endedBy(topic) === undefined ? undefined : "`fabriclab run --help`";
}

function unknownTopic(
  context: Context,
  topic: string,
  command: Command,
): FabricError {
  const names = Object.values(context.registry)
    .flat()
    .map((plugin) => plugin.name);
  const close = nearest(topic, [
    ...(topic.startsWith("E") ? Object.keys(catalogue) : []),
    ...names,
    ...names.map((name) => name.replace(/^multicast-/, "")),
    ...topKeys,
    ...parameterNames(context.registry),
    ...GLOSSARY.flatMap(namesOf),
    ...Object.keys(catalogue),
  ]);
  const help = helpOf(topic, command);
  const ended = endedBy(topic);
  return new FabricError({
    code: "E_CLI_UNKNOWN_TOPIC",
    message: `There is nothing called ${topic} to explain.`,
    where: { path: "explain" },
    got: topic,
    expected:
      "an error code, the name of a plugin, of a family, of a parameter or of a key of a scenario, or a word of the glossary",
    hint:
      help === undefined
        ? close === undefined
          ? "`fabriclab list` names every plugin"
          : `did you mean ${close}?`
        : `${ended ?? topic} is ${ended === undefined ? "a command" : "how a run ended"}: see ${help}`,
  });
}
