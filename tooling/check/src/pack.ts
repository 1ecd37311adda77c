import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, published, root, type Package } from "./workspace.ts";

const packed = join(cacheFolder, "packed");

/** The tarball of a package made by {@link packAll}. */
export function tarball(p: Package): string {
  const { name, version } = p.manifest;
  return join(
    packed,
    `${name.replace("@", "").replace("/", "-")}-${version}.tgz`,
  );
}

/**
 * Packs every published package as `pnpm publish` would.
 *
 * @throws when a package is not built
 */
export function packAll(): Package[] {
  const packages = published();
  const missing = packages.filter((p) => !existsSync(join(p.folder, "dist")));
  if (missing.length > 0)
    throw new Error(
      `not built (pnpm build): ${missing.map((p) => p.path).join(", ")}`,
    );
  rmSync(packed, { recursive: true, force: true });
  mkdirSync(packed, { recursive: true });
  const filters = packages.flatMap((p) => ["--filter", p.manifest.name]);
  const result = spawnSync(
    "pnpm",
    ["--recursive", ...filters, "pack", "--pack-destination", packed],
    { cwd: root, encoding: "utf8" },
  );
  if (result.status !== 0)
    throw new Error(`pnpm pack failed\n${result.stdout}\n${result.stderr}`);
  const lost = packages.filter((p) => !existsSync(tarball(p)));
  if (lost.length > 0)
    throw new Error(`pnpm pack made no ${lost.map(tarball).join(", ")}`);
  return packages;
}
