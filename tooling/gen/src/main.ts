import { spawnSync } from "node:child_process";
import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";
import { root } from "@fabriclab/tooling-check";
import { families, kindsOf } from "./kinds.ts";
import { nextSteps } from "./next-steps.ts";
import {
  checkFamily,
  checkKind,
  checkName,
  checkSummary,
  parseCitation,
  placeOf,
  UsageError,
  type PackageRequest,
} from "./request.ts";
import { writePackage } from "./write.ts";

const usage = `usage: pnpm gen --family routing --name my-engine --summary "One sentence." [--cite "A. Author, A title, A venue, 2001, 10.1000/1"]
  --family   a folder of packages/: ${families.join(" | ")}
  --kind     which kind of plugin, where a family has several (the first is the default):
${families
  .filter((family) => kindsOf(family).length > 1)
  .map((family) => `               ${family}: ${kindsOf(family).join(" | ")}`)
  .join("\n")}
             a kind says its family: --kind select is enough
  --no-install   write files only: no lockfile, no links`;

type Flags = Partial<
  Record<"family" | "kind" | "name" | "summary" | "cite", string>
>;

/** The flags, and questions for those that are missing where someone is there to answer. */
async function complete(given: Flags): Promise<PackageRequest> {
  const flags: Flags = { ...given, ...placeOf(given) };
  const terminal = process.stdin.isTTY
    ? createInterface({ input: process.stdin, output: process.stderr })
    : undefined;
  const get = async <T>(
    flag: keyof Flags,
    question: string,
    check: (text: string) => T,
  ): Promise<T> => {
    const given = flags[flag];
    if (given !== undefined) return check(given);
    if (terminal === undefined)
      throw new UsageError(`--${flag} is missing\n${usage}`);
    for (;;) {
      try {
        return check(await terminal.question(`${question}: `));
      } catch (error) {
        if (!(error instanceof UsageError)) throw error;
        console.error(error.message);
      }
    }
  };
  try {
    const family = await get(
      "family",
      `Family (${families.join(", ")})`,
      checkFamily,
    );
    const offered = kindsOf(family);
    const kind =
      offered.length > 1 && (flags.kind !== undefined || terminal !== undefined)
        ? await get("kind", `Kind (${offered.join(", ")})`, (k) =>
            checkKind(family, k),
          )
        : checkKind(family, flags.kind ?? offered[0] ?? "");
    const name = await get("name", "Name (kebab-case)", (n) =>
      checkName(root, family, n),
    );
    const summary = await get(
      "summary",
      "What it does, in one sentence",
      checkSummary,
    );
    const cite =
      flags.cite !== undefined || terminal !== undefined
        ? await get(
            "cite",
            "Cite (Author, Title, Venue, Year, doi; empty = none)",
            (text) => (text.trim() === "" ? undefined : parseCitation(text)),
          )
        : undefined;
    return { family, kind, name, summary, cite };
  } finally {
    terminal?.close();
  }
}

async function main(): Promise<number> {
  const { values } = parseArgs({
    allowNegative: true,
    options: {
      family: { type: "string" },
      kind: { type: "string" },
      name: { type: "string" },
      summary: { type: "string" },
      cite: { type: "string" },
      install: { type: "boolean", default: true },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return 0;
  }
  const request = await complete(values);
  const folder = `packages/${request.family}/${request.name}`;
  const files = await writePackage(root, request);
  for (const file of files) console.log(file);
  if (values.install) {
    const install = spawnSync("pnpm", ["install", "--no-frozen-lockfile"], {
      cwd: root,
      stdio: ["ignore", "ignore", "inherit"],
    });
    if (install.status !== 0) {
      console.error(
        "the files are written, but pnpm install failed: run it again",
      );
      return 1;
    }
    console.log("pnpm-lock.yaml");
    // the generated part of the README needs the package to be importable
    const readme = spawnSync(
      process.execPath,
      [
        "--conditions=fabriclab-source",
        "tooling/check/src/main.ts",
        "packages",
        "--draft",
        "--strict",
        "--write",
        folder,
      ],
      { cwd: root, stdio: ["ignore", "ignore", "inherit"] },
    );
    if (readme.status !== 0) return 1;
  }
  console.log(`\n${nextSteps(request)}`);
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  const usageError =
    error instanceof UsageError ||
    (error instanceof TypeError &&
      "code" in error &&
      String(error.code).startsWith("ERR_PARSE_ARGS"));
  if (!usageError) throw error;
  console.error(error.message);
  return 2;
});
