import { readFileSync } from "node:fs";
import {
  checkPackage,
  createPackageFromTarballData,
} from "@arethetypeswrong/core";
import { publint } from "publint";
import { formatMessage } from "publint/utils";
import { packAll, tarball } from "./pack.ts";
import type { Package } from "./workspace.ts";

/** Packages are ESM only: what only CommonJS or Node 10 would see does not count. */
const ignored = new Set(["node10", "node16-cjs"]);

async function problemsOf(p: Package): Promise<string[]> {
  const file = readFileSync(tarball(p));
  const data = new Uint8Array(file);
  const lint = await publint({
    strict: true,
    pack: { tarball: data.buffer },
  });
  const problems = lint.messages.map(
    (m) =>
      `publint ${m.type}: ${formatMessage(m, lint.pkg, { color: false }) ?? m.code}`,
  );
  if (p.manifest.exports === undefined) return problems;
  const types = await checkPackage(createPackageFromTarballData(data));
  if (types.types === false) return [...problems, "attw: it has no types"];
  for (const problem of types.problems) {
    if ("resolutionKind" in problem && ignored.has(problem.resolutionKind))
      continue;
    problems.push(`attw: ${JSON.stringify(problem)}`);
  }
  return problems;
}

/** publint --strict and arethetypeswrong over every tarball. */
export async function checkTarballs(): Promise<number> {
  const packages = packAll();
  let bad = 0;
  for (const p of packages)
    for (const problem of await problemsOf(p)) {
      bad++;
      console.error(`${p.path}: ${problem}`);
    }
  console.log(`${packages.length} tarballs, ${bad} problems`);
  return bad === 0 ? 0 : 1;
}
