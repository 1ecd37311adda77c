import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const source = fileURLToPath(new URL("../../opensm/clock.cc", import.meta.url));

/**
 * Compiles the clock that is loaded into OpenSM.
 *
 * @returns its path
 * @throws Error without g++
 */
export function compileClock(folder: string): string {
  const file = join(folder, "clock.so");
  execFileSync("g++", ["-O2", "-shared", "-fPIC", source, "-o", file], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  return file;
}

/**
 * CPU seconds between the beginning of routing and the first packet after it.
 *
 * @param text what the clock wrote down
 * @throws Error when routing was not begun once and ended
 */
export function routingSeconds(text: string): number {
  const at = (what: string): number => {
    const line = text.split("\n").find((one) => one.endsWith(` ${what}`));
    if (line === undefined)
      throw new Error(
        `OpenSM did not say when routing ${what === "begin" ? "begins" : "ends"}: is it another version?`,
      );
    return Number(line.split(" ", 1)[0]);
  };
  return at("end") - at("begin");
}
