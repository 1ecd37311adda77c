import { describeParams, type AnyPlugin } from "@fabriclab/formats-scenario";
import { FabricError } from "@fabriclab/spec";
import { type Command, Option } from "commander";
import { parseDocument } from "yaml";

/** `virtualLanes` -> `virtual-lanes`. */
export const kebab = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

/** Gives a command one flag for each of a plugin's parameters. */
export function addParameterFlags(command: Command, plugin: AnyPlugin): void {
  for (const row of describeParams(plugin.params)) {
    const flag =
      row.type === "boolean"
        ? `--${kebab(row.name)} [true|false]`
        : `--${kebab(row.name)} <${placeholder(row.type)}>`;
    const note = [
      row.type,
      row.required ? "required" : `default: ${row.byDefault ?? "none"}`,
    ].join("; ");
    command.addOption(
      new Option(flag, `${row.doc.replace(/\.$/, "")} (${note})`),
    );
  }
}

/** The plugin's options as a user gave them in flags, for `parseOptions`: `8` is a number, `256B` a text. */
export function parametersOf(
  plugin: AnyPlugin,
  flags: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const input: Record<string, unknown> = {};
  for (const name of Object.keys(plugin.params.shape as object)) {
    const given = flags[name];
    if (given === undefined) continue;
    input[name] = typeof given === "string" ? scalar(given) : given;
  }
  return input;
}

/**
 * The whole number given to a flag, undefined where the flag is absent.
 *
 * @throws FabricError `E_CLI_BAD_NUMBER`
 */
export function wholeNumber(
  flag: string,
  text: string | undefined,
  min: number,
  max: number,
): number | undefined {
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new FabricError({
    code: "E_CLI_BAD_NUMBER",
    message: /^-?\d+$/.test(text)
      ? `${flag} takes no such number.`
      : `${flag} takes a whole number.`,
    where: { path: flag },
    got: text,
    expected: `${min} to ${max}`,
  });
}

/** Runs `act` and makes a refusal that names a parameter name its flag. */
export function blamingFlags<T>(plugin: AnyPlugin, act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (!FabricError.is(error)) throw error;
    const name = error.where.path?.split(".").at(-1) ?? "";
    if (!(name in plugin.params.shape)) throw error;
    throw error.moved(`--${kebab(name)}`);
  }
}

/** What the words mean in a scenario, so that a flag and a key are written alike. */
function scalar(text: string): unknown {
  // As an empty text; YAML would call it null.
  if (text.trim() === "") return text;
  const document = parseDocument(text);
  // Why: what is no YAML, or has a tag, is left to the parameter's own check, which says what it takes.
  if (document.errors.length + document.warnings.length > 0) return text;
  try {
    return document.toJS();
  } catch {
    return text; // an alias of nothing
  }
}

const placeholder = (type: string): string =>
  type.includes("|") ? "choice" : (/^[a-z]+/.exec(type)?.[0] ?? "value");
