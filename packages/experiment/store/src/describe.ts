import { knownValue, type NumberText, type ValueText } from "@fabriclab/spec";

/** What the plugins of an experiment say of their results. */
export interface PluginTexts {
  /** Metric's plugin -> a sentence on it. */
  readonly summaries?: Readonly<Record<string, string>>;
  /** Value's name -> what its metric or traffic says of it. */
  readonly values?: Readonly<Record<string, ValueText>>;
  /** Names of the traffic entries, null where one has none. Why null: it crosses threads and files as JSON. */
  readonly entries?: readonly (string | null)[];
}

/** Sentences on a metric's result and the columns beside it. */
export interface ResultText {
  /** What the value is. */
  readonly value: string;
  /** What the numbers by place are, without a full stop. */
  readonly places: string;
  detail(key: string): NumberText;
}

/** What the columns of a result hold: what its plugin says of it, or else the plugin's summary with the result's name. */
export function describeResult(
  metric: string,
  unit: string,
  { summaries = {}, values = {}, entries = [] }: PluginTexts,
): ResultText {
  const { text: known, place, of } = knownValue(metric, values, entries);
  const ofClass =
    of === undefined
      ? place === undefined
        ? ""
        : ` At ${place} only.`
      : of.kind === "sl"
        ? ` Of service level ${of.number} only.`
        : of.name === undefined
          ? ` Of traffic entry ${of.number} only, counted from 0.`
          : ` Of traffic entry ${of.name} only.`;
  const told = (text: string): string => `${metric}: ${text}${ofClass}`;
  return {
    value: told(known?.text ?? unknownText(metric, summaries)),
    places: `${metric}: ${known?.places ?? "numbers at places of the fabric"}`,
    detail(key) {
      const [at, text] = detailOf(known, key, unit);
      return [at, told(text)];
    },
  };
}

function unknownText(
  metric: string,
  summaries: Readonly<Record<string, string>>,
): string {
  const [plugin = metric] = metric.split(".", 1);
  const summary = ownOf(summaries, plugin);
  if (plugin === metric) return summary ?? "a result of a metric.";
  return `result ${JSON.stringify(metric.slice(plugin.length + 1))} of the metric ${plugin}${summary === undefined ? "." : `, which is: ${summary}`}`;
}

/** Unit and sentence: the metric's own, or what everybody calls so. */
function detailOf(
  known: ValueText | undefined,
  key: string,
  unit: string,
): NumberText {
  const own = ownOf(known?.details ?? {}, key);
  if (own !== undefined) return own;
  switch (key) {
    case "count":
      return ["1", "how many single values the result is of."];
    case "min":
      return [unit, "smallest single value that the result is of."];
    case "max":
      return [unit, "largest single value that the result is of."];
    default:
      return [
        "",
        `number ${JSON.stringify(key)} beside it, of which the metric gives no unit.`,
      ];
  }
}

/** Why not by its name alone: a metric may be called `constructor`. */
const ownOf = <T>(
  from: Readonly<Record<string, T>>,
  key: string,
): T | undefined => (Object.hasOwn(from, key) ? from[key] : undefined);
