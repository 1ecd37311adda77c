import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { main } from "../src/program.ts";
import { withoutProgress, workFolder } from "./command.ts";

interface Step {
  readonly command: string;
  readonly expected: string;
}

/** Words as a shell splits them; single quotes keep one together. */
const words = (line: string): string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(
    ([, quoted, bare]) => quoted ?? bare ?? "",
  );

/** `…` stands for what differs from machine to machine, or for lines left out. */
function pattern(expected: string): RegExp {
  const escaped = expected.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  return new RegExp(
    `^${escaped.replace(/^…\n/gm, "[\\s\\S]*").replaceAll("…", ".*")}$`,
  );
}

/** A line's shape. */
const digitless = (line: string): string =>
  line
    .replace(/\b\d[\d.]*( [kMG]\b)?/g, "#")
    .replace(/# [mun]?s\b/g, "# s")
    .replace(/ +/g, " ");

/**
 * A result's shape: its numbers are held by the simulator's own tests. Those of its cost are held here: events and packet-hops are the
 * scenario's, and change with the engine; the time and the rate behind them are the machine's.
 */
const shape = (text: string): string =>
  text
    .split("\n")
    .map((line) =>
      line.startsWith("cost ")
        ? line.replace(/ packet-hops, .*/, " packet-hops, time and rate")
        : digitless(line),
    )
    .join("\n");

/**
 * Runs every command of a document's `console` blocks, in a folder of its own, and compares what they print. A `yaml` block that begins with
 * `# name.yaml` is written there first.
 *
 * @param document under apps/docs
 * @param prepare puts further files into the folder
 * @param others runs commands that are not fabriclab's and gives what they print; `skip` leaves the whole document out
 */
export function transcript(
  document: string,
  prepare: (folder: string) => void | Promise<void> = () => undefined,
  others: {
    readonly shell?: (line: string) => string;
    readonly skip?: boolean;
  } = {},
): void {
  const text = readFileSync(
    join(import.meta.dirname, "../../docs", document),
    "utf8",
  );
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].map(
    ([, language = "", body = ""]) => ({ language, body }),
  );
  const steps: Step[] = blocks
    .filter(({ language }) => language === "console")
    .flatMap(({ body }) =>
      body
        .split(/^\$ /m)
        .slice(1)
        .map((part) => {
          const end = part.indexOf("\n");
          return { command: part.slice(0, end), expected: part.slice(end + 1) };
        }),
    );

  describe.skipIf(others.skip === true)(document, () => {
    const folder = workFolder();
    const home = process.cwd();
    beforeAll(async () => {
      process.chdir(folder.path);
      for (const { language, body } of blocks) {
        const name = /^# (\S+\.yaml)\n/.exec(body)?.[1];
        if (language === "yaml" && name !== undefined)
          writeFileSync(name, body);
      }
      await prepare(folder.path);
    });
    afterAll(() => {
      process.chdir(home);
    });

    it("has examples", () => {
      expect(steps.length).toBeGreaterThan(0);
    });

    it.each(steps)(
      "prints what it says for `$command`",
      async ({ command, expected }) => {
        const [program, ...argv] = words(command);
        let printed = "";
        const print = (piece: string): void => {
          printed += piece;
        };
        if (program === "ls")
          printed = `${readdirSync(argv[0] ?? ".")
            .sort()
            .join("\n")}\n`;
        else if (program !== "fabriclab" && others.shell !== undefined)
          printed = others.shell(command);
        else {
          expect(program).toBe("fabriclab");
          await main(argv, {
            out: print,
            err: print,
            interactive: false,
            color: false,
            columns: 100,
          });
        }
        const isResult = argv[0] === "run" && !printed.startsWith("error");
        if (isResult)
          expect(shape(withoutProgress(printed))).toMatch(
            pattern(shape(expected)),
          );
        else expect(withoutProgress(printed)).toMatch(pattern(expected));
      },
    );
  });
}
