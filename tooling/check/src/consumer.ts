import { spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { packAll, tarball } from "./pack.ts";
import { root, type Package } from "./workspace.ts";

/** The package that is installed alone, to see what comes along. */
const alone = "@fabriclab/topology-fat-tree";

/** Output of a program that must succeed. */
export function command(
  cwd: string,
  program: string,
  args: readonly string[],
): string {
  const result = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (result.status !== 0)
    throw new Error(
      `${program} ${args.join(" ")}\n${result.stdout}${result.stderr}${result.error?.message ?? ""}`,
    );
  return result.stdout;
}

/** The Node.js of the system, which a user of the published packages has; the pinned one where the system has none. */
export function systemNode(): string {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const file = join(folder, "node");
    if (!existsSync(file)) continue;
    if (!realpathSync(file).startsWith(realpathSync(root))) return file;
  }
  return process.execPath;
}

/**
 * A project outside the workspace in which every @fabriclab name means the tarball just packed.
 *
 * @param settings - further ones of pnpm-workspace.yaml
 */
export function consumer(
  folder: string,
  packages: readonly Package[],
  wanted: readonly string[],
  settings: Readonly<Record<string, unknown>> = {},
): void {
  const files = Object.fromEntries(
    packages.map((p) => [p.manifest.name, `file:${tarball(p)}`]),
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({
      name: "consumer",
      private: true,
      type: "module",
      dependencies: Object.fromEntries(
        wanted.map((name) => [name, files[name]]),
      ),
    }),
  );
  // JSON is YAML
  writeFileSync(
    join(folder, "pnpm-workspace.yaml"),
    JSON.stringify({ overrides: files, pmOnFail: "ignore", ...settings }),
  );
  command(folder, "pnpm", ["install", "--prefer-offline", "--ignore-scripts"]);
}

/** Names of everything in the virtual store of a project. */
function installed(folder: string): string[] {
  const store = join(folder, "node_modules/.pnpm");
  return readdirSync(store).flatMap((entry) => {
    const modules = join(store, entry, "node_modules");
    if (entry === "node_modules" || !existsSync(modules)) return [];
    return readdirSync(modules, { withFileTypes: true }).flatMap((item) => {
      if (item.isSymbolicLink()) return [];
      if (!item.name.startsWith("@"))
        return item.isDirectory() ? [item.name] : [];
      return readdirSync(join(modules, item.name), { withFileTypes: true })
        .filter((scoped) => scoped.isDirectory())
        .map((scoped) => `${item.name}/${scoped.name}`);
    });
  });
}

/** What the manifests say must come along with a package: its own name too. */
function closure(packages: readonly Package[], name: string): Set<string> {
  const all = new Set<string>();
  const visit = (next: string): void => {
    if (all.has(next)) return;
    all.add(next);
    const found = packages.find((p) => p.manifest.name === next);
    for (const below of Object.keys(found?.manifest.dependencies ?? {}))
      visit(below);
  };
  visit(name);
  return all;
}

function installAlone(folder: string, packages: readonly Package[]): void {
  consumer(folder, packages, [alone]);
  const got = installed(folder).sort();
  const expected = [...closure(packages, alone)].sort();
  if (got.join() !== expected.join())
    throw new Error(
      `${alone} alone brings ${got.join(", ")}; declared: ${expected.join(", ")}`,
    );
  console.log(`${alone} alone brings: ${got.join(", ")}`);
}

function importAll(folder: string, packages: readonly Package[]): void {
  const libraries = packages.filter((p) => p.manifest.exports !== undefined);
  const names = libraries.map((p) => p.manifest.name);
  consumer(
    folder,
    packages,
    packages.map((p) => p.manifest.name),
    // a package sees what it declares and nothing else, as if it were installed alone
    { hoist: false },
  );

  const text = names
    .map((name, i) => `import * as p${i} from ${JSON.stringify(name)};\n`)
    .join("");
  const list = names.map((_, i) => `p${i}`).join(", ");
  writeFileSync(
    join(folder, "all.mjs"),
    `${text}console.log([${list}].length, process.version);\n`,
  );
  const node = systemNode();
  const [count, version] = command(folder, node, ["all.mjs"]).trim().split(" ");
  console.log(`Node ${version ?? "?"} imports ${count ?? "?"} packages`);

  for (const p of packages)
    for (const bin of Object.keys(p.manifest.bin ?? {})) {
      const out = command(folder, node, [
        join(
          folder,
          "node_modules",
          p.manifest.name,
          p.manifest.bin?.[bin] ?? "",
        ),
        "--version",
      ]);
      console.log(`${bin} --version: ${out.trim()}`);
    }

  writeFileSync(
    join(folder, "all.ts"),
    `${text}export const all: readonly object[] = [${list}];\n`,
  );
  for (const [module, moduleResolution] of [
    ["NodeNext", "NodeNext"],
    ["ESNext", "Bundler"],
  ] as const) {
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: {
          target: "ES2023",
          lib: ["ES2023", "DOM"],
          module,
          moduleResolution,
          strict: true,
          exactOptionalPropertyTypes: true,
          noEmit: true,
          skipLibCheck: false,
          types: [],
        },
        files: ["all.ts"],
      }),
    );
    command(folder, join(root, "node_modules/.bin/tsc"), ["-p", "."]);
    console.log(`moduleResolution ${moduleResolution}: types check`);
  }
}

/** Installs the packed packages into empty projects, imports and type-checks them. */
export function checkConsumer(): number {
  const packages = packAll();
  const folder = realpathSync(
    mkdtempSync(join(tmpdir(), "fabriclab-consumer-")),
  );
  try {
    installAlone(join(folder, "alone"), packages);
    importAll(join(folder, "all"), packages);
    return 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
