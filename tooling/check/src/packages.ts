import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { descriptionOf } from "./description.ts";
import {
  badRanges,
  canonicalManifest,
  firstDifference,
  manifestText,
} from "./manifest.ts";
import { conformanceProblems } from "./conformance.ts";
import { importsOutside, packagesOfExamples } from "./example-packages.ts";
import { placeholderProblems } from "./placeholders.ts";
import { hasGeneratedPart, pluginsOf, withGeneratedPart } from "./readme.ts";
import { libraries, root, type Package } from "./workspace.ts";

/** Files that every package has, with the only content they may have. */
const presets: Readonly<Record<string, string>> = {
  "tsconfig.json": `{
  "extends": "../../../tooling/tsconfig/library.json",
  "include": ["src", "test", "bench", "examples", "*.ts"]
}
`,
  "vitest.config.ts": `import { project } from "@fabriclab/tooling-vitest";

export default project();
`,
};

function hasTest(folder: string): boolean {
  const test = join(folder, "test");
  return (
    existsSync(test) &&
    readdirSync(test, { recursive: true, encoding: "utf8" }).some((file) =>
      file.endsWith(".test.ts"),
    )
  );
}

async function exportsOf(p: Package): Promise<Record<string, unknown>> {
  return (await import(join(p.folder, "src/index.ts"))) as Record<
    string,
    unknown
  >;
}

/** Texts of test/*.conformance.test.ts. */
function conformanceTests(p: Package): string[] {
  const test = join(p.folder, "test");
  if (!existsSync(test)) return [];
  return readdirSync(test)
    .filter((name) => name.endsWith(".conformance.test.ts"))
    .map((name) => readFileSync(join(test, name), "utf8"));
}

async function kitProblems(p: Package): Promise<string[]> {
  return conformanceProblems(
    p.family,
    pluginsOf(await exportsOf(p)),
    conformanceTests(p),
  );
}

async function readmeProblems(
  p: Package,
  { draft, write }: { readonly draft: boolean; readonly write: boolean },
): Promise<string[]> {
  const file = join(p.folder, "README.md");
  if (!existsSync(file)) return ["has no README.md"];
  const readme = readFileSync(file, "utf8");
  const module = await exportsOf(p);
  // Where a README says by itself what to install, it need not be said twice.
  const packages = /^npm i /m.test(
    readme.split("<!-- generated:begin")[0] ?? "",
  )
    ? []
    : packagesOfExamples(p.folder, p.manifest);
  const { name } = p.manifest;
  const expected = await withGeneratedPart(readme, module, file, {
    name,
    packages,
  });
  const problems = draft ? [] : placeholderProblems(readme);
  if (readme === expected) return problems;
  if (write) {
    writeFileSync(file, expected);
    return problems;
  }
  return [
    ...problems,
    hasGeneratedPart(readme)
      ? `README.md: the generated part is old (${firstDifference(readme, expected)}); run pnpm packages:check --write ${p.path}`
      : `README.md has no generated part; run pnpm packages:check --write ${p.path}`,
  ];
}

function descriptionIn(p: Package): string | undefined {
  const file = join(p.folder, "README.md");
  return existsSync(file)
    ? descriptionOf(readFileSync(file, "utf8"))
    : undefined;
}

function manifestProblems(p: Package, write: boolean): string[] {
  const file = join(p.folder, "package.json");
  const got = readFileSync(file, "utf8");
  const own = JSON.parse(got) as Record<string, unknown>;
  const description = descriptionIn(p);
  const expected = manifestText(
    canonicalManifest(p.family, p.shortName, {
      ...own,
      ...(description === undefined ? {} : { description }),
    }),
  );
  const problems = badRanges(own);
  if (description === undefined)
    problems.push("README.md does not begin with a sentence under its title");
  if (got === expected) return problems;
  if (write) {
    writeFileSync(file, expected);
    return problems;
  }
  return [...problems, `package.json ${firstDifference(got, expected)}`];
}

function fileProblems(p: Package, write: boolean): string[] {
  const problems: string[] = [];
  for (const [name, text] of Object.entries(presets)) {
    const file = join(p.folder, name);
    if (existsSync(file) && readFileSync(file, "utf8") === text) continue;
    if (write) writeFileSync(file, text);
    else problems.push(`${name} is not the preset`);
  }
  const changelog = join(p.folder, "CHANGELOG.md");
  if (!existsSync(changelog)) {
    if (write) writeFileSync(changelog, `# ${p.manifest.name}\n`);
    else problems.push("has no CHANGELOG.md");
  }
  if (!existsSync(join(p.folder, "tsup.config.ts")))
    problems.push("has no tsup.config.ts");
  if (!hasTest(p.folder)) problems.push("has no test/*.test.ts");
  for (const { example, imported } of importsOutside(p.folder))
    problems.push(
      `examples/${example} imports ${imported}, which is not packed with it`,
    );
  return problems;
}

/** Text of all changesets that wait for the next release. */
function changesets(): string {
  const folder = join(root, ".changeset");
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n");
}

/**
 * Every package has the same shape, and its README says what its code says.
 *
 * @param options.draft the README of a package that was just generated: the skeleton's sentences may stand
 * @param options.strict problems fail the check instead of being listed
 * @param options.write mend what can be mended
 * @param options.paths folders to look at; empty = all
 */
export async function checkPackages(options: {
  readonly draft: boolean;
  readonly strict: boolean;
  readonly write: boolean;
  readonly paths: readonly string[];
}): Promise<number> {
  const wanted = options.paths.map((path) => path.replace(/\/$/, ""));
  const packages = libraries().filter(
    (p) => wanted.length === 0 || wanted.includes(p.path),
  );
  if (packages.length === 0) {
    console.error(`no package in ${root}: ${wanted.join(", ")}`);
    return 2;
  }
  const waiting = changesets();
  let bad = 0;
  for (const p of packages) {
    const described = await Promise.all([
      readmeProblems(p, options),
      kitProblems(p),
    ]).catch((error: unknown) => [[`cannot be imported: ${String(error)}`]]);
    const unreleased =
      p.manifest.version === "0.0.0" &&
      !waiting.includes(`"${p.manifest.name}":`)
        ? ["is in no changeset; run pnpm changeset"]
        : [];
    for (const problem of [
      ...unreleased,
      ...manifestProblems(p, options.write),
      ...fileProblems(p, options.write),
      ...described.flat(),
    ]) {
      bad++;
      console.error(`${p.path}: ${problem}`);
    }
  }
  console.log(
    `${counted(packages.length, "package")}, ${counted(bad, "problem")}`,
  );
  return bad > 0 && options.strict ? 1 : 0;
}

const counted = (count: number, what: string): string =>
  `${count} ${what}${count === 1 ? "" : "s"}`;
