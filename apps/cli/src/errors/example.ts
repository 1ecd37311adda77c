/** Keys of a scenario that examples set, and the misspelt one of E_SCENARIO_UNKNOWN_KEY. */
const KEYS =
  "addressing|arbiter|changes|crossbarScheduler|drop|hca|lanes|laneScheduler|link|measure|metrcs|metrics|multicast|offered|replication|routing|seed|select|sweep|switch|tables|threads|topology|traffic";
/** A value: in brackets (which one example forgets to close), in quotation marks, or a word. */
const VALUE = String.raw`\{[^…]*\}|\[[^…]*\]|\{[^…}]*|"[^"]*"|[\w*-]+`;
const KEY_LINE = new RegExp(`^(${KEYS}): (${VALUE})$`);
const CALL = /^(?:await )?(?:new )?[A-Za-z][\w.]*\([^…]*\)(?:\.\w+\([^…]*\))*$/;

/** What a reader can type, by its language; or a situation told in words. */
export type ErrorExample =
  | {
      readonly kind: "yaml";
      /** Keys of a scenario with their values. */
      readonly keys: Readonly<Record<string, string>>;
    }
  | { readonly kind: "sh"; readonly commands: readonly string[] }
  | { readonly kind: "ts"; readonly expression: string }
  | { readonly kind: "words" };

/** What an example is: keys of a scenario, each on its line; command lines; a call; all of which tests execute. Everything else is words. */
export function errorExample(example: string): ErrorExample {
  const lines = example.split("\n");
  const keys = lines.map((line) => KEY_LINE.exec(line));
  if (keys.every((match) => match !== null))
    return {
      kind: "yaml",
      keys: Object.fromEntries(
        keys.map((match) => [match[1] ?? "", match[2] ?? ""]),
      ),
    };
  if (lines.every((line) => /^fabriclab [^…]+$/.test(line)))
    return { kind: "sh", commands: lines };
  return CALL.test(example)
    ? { kind: "ts", expression: example }
    : { kind: "words" };
}
