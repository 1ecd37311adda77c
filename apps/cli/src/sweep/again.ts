import { shellWord } from "../shell-word.ts";
import type { SweepCommandFlags } from "./flags.ts";

/**
 * The command that goes on with a sweep, to be pasted into a shell.
 *
 * `--retry-failed` is left out, as it would forget what failed since, and `--resume`, which is always so.
 */
export function commandAgain(
  file: string,
  folder: string,
  flags: SweepCommandFlags,
  modules: readonly string[],
): string {
  const given = Object.entries({
    ...flags,
    output: undefined,
    retryFailed: undefined,
    resume: undefined,
    executor: flags.executor === "local" ? undefined : flags.executor,
    plugin: modules,
  }).flatMap(([key, value]: [string, unknown]) =>
    (Array.isArray(value) ? (value as unknown[]) : [value]).flatMap((one) =>
      typeof one === "string" ? flagWords(key, one) : [],
    ),
  );
  return [
    "fabriclab sweep",
    shellWord(file),
    ...given,
    "-o",
    shellWord(folder),
  ].join(" ");
}

function flagWords(key: string, value: string): string[] {
  const flag = `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
  // Else the value would be read as a flag of its own.
  return value.startsWith("-")
    ? [`${flag}=${shellWord(value)}`]
    : [flag, shellWord(value)];
}
