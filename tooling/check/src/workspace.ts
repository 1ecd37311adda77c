import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

/** Folder of the repository. */
export const root = resolve(import.meta.dirname, "../../..");

/** Where checks put what they make; never committed. */
export const cacheFolder = join(root, "node_modules/.cache/fabriclab");

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly description?: string;
  readonly bin?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

/** One package of packages/ or apps/. */
export interface Package {
  /** Absolute. */
  readonly folder: string;
  /** Relative to the repository. */
  readonly path: string;
  /** Folder above it: `core`, `routing`, …, or `apps`. */
  readonly family: string;
  /** Its own folder's name. */
  readonly shortName: string;
  readonly manifest: Manifest;
}

function subfolders(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .map((entry) => entry.name)
    .sort();
}

function read(family: string, shortName: string, path: string): Package[] {
  const folder = join(root, path);
  const file = join(folder, "package.json");
  if (!existsSync(file)) return [];
  const manifest = JSON.parse(readFileSync(file, "utf8")) as Manifest;
  return [{ folder, path, family, shortName, manifest }];
}

/** Every package of packages/<family>/<name>. */
export function libraries(): Package[] {
  return subfolders(join(root, "packages")).flatMap((family) =>
    subfolders(join(root, "packages", family)).flatMap((name) =>
      read(family, name, `packages/${family}/${name}`),
    ),
  );
}

export function apps(): Package[] {
  return subfolders(join(root, "apps")).flatMap((name) =>
    read("apps", name, `apps/${name}`),
  );
}

/** What goes to the npm registry. */
export function published(): Package[] {
  return [...libraries(), ...apps()].filter((p) => p.manifest.private !== true);
}

/** `@fabriclab/units` for core, else `@fabriclab/<family>-<name>`. */
export function npmName(family: string, shortName: string): string {
  return family === "core" || family === "apps"
    ? `@fabriclab/${shortName}`
    : `@fabriclab/${family}-${shortName}`;
}
