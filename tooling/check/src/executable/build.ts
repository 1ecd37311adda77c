import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { constants, zstdCompressSync } from "node:zlib";
import { command, consumer } from "../consumer.ts";
import { packAll } from "../pack.ts";
import { apps, root } from "../workspace.ts";

/** What a program does not read while it runs. */
const unread = /\.(?:map|[cm]?ts|md|markdown|flow)$/;

/** Marks the place of the payload in Node.js's own binary. */
const fuse = "NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2";

/** The command's package with all that it needs, as one folder. */
function install(folder: string): string {
  const cli = apps().find((p) => p.shortName === "cli");
  if (cli === undefined) throw new Error("there is no apps/cli");
  consumer(folder, packAll(), [cli.manifest.name], {
    nodeLinker: "hoisted",
    // 68 MB for one command; an installed fabriclab has it
    ignoredOptionalDependencies: ["@duckdb/node-api"],
  });
  const bin = Object.values(cli.manifest.bin ?? {})[0];
  if (bin === undefined) throw new Error(`${cli.path} has no bin`);
  return join("node_modules", cli.manifest.name, bin);
}

/** All files below a folder end to end, compressed, and where each begins. */
function archive(folder: string): { files: Buffer; index: string } {
  const parts: Buffer[] = [];
  const index: [name: string, start: number, length: number][] = [];
  let start = 0;
  const names = readdirSync(folder, { recursive: true }) as string[];
  for (const name of names.sort()) {
    if (unread.test(name) || name.includes("node_modules/.")) continue;
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    parts.push(bytes);
    index.push([name, start, bytes.length]);
    start += bytes.length;
  }
  const files = zstdCompressSync(Buffer.concat(parts), {
    params: { [constants.ZSTD_c_compressionLevel]: 12 },
  });
  return { files, index: JSON.stringify(index) };
}

/**
 * Writes the command as one file that needs no Node.js: the Node.js of the workspace with the packed command inside.
 *
 * @param target - absolute; replaced whole
 * @throws where packages are not built, or the system is none that Node.js makes such files for
 */
export function buildExecutable(target: string): void {
  const folder = realpathSync(
    mkdtempSync(join(tmpdir(), "fabriclab-executable-")),
  );
  try {
    const main = install(join(folder, "program"));
    const { files, index } = archive(join(folder, "program"));
    writeFileSync(join(folder, "files"), files);
    writeFileSync(join(folder, "index"), index);
    writeFileSync(join(folder, "main"), main);
    const payload = join(folder, "payload");
    writeFileSync(
      join(folder, "sea.json"),
      JSON.stringify({
        main: join(import.meta.dirname, "start.cjs"),
        output: payload,
        disableExperimentalSEAWarning: true,
        // Node.js would say before every result that the way in which it starts the program is experimental.
        execArgv: ["--disable-warning=ExperimentalWarning"],
        assets: Object.fromEntries(
          ["files", "index", "main"].map((name) => [name, join(folder, name)]),
        ),
      }),
    );
    command(folder, process.execPath, [
      "--experimental-sea-config",
      join(folder, "sea.json"),
    ]);
    const half = join(folder, "fabriclab");
    copyFileSync(process.execPath, half);
    chmodSync(half, 0o755);
    // debug symbols: a sixth of the file
    spawnSync("strip", ["--strip-debug", half]);
    // a process of its own: it warns of section names that it does not need, on a stream that cannot be silenced here
    command(folder, process.execPath, [
      createRequire(import.meta.url).resolve("postject/dist/cli.js"),
      half,
      "NODE_SEA_BLOB",
      payload,
      "--sentinel-fuse",
      fuse,
    ]);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(half, `${target}.new`);
    chmodSync(`${target}.new`, 0o755);
    renameSync(`${target}.new`, target);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Where the executable of this system goes, relative to the repository. */
export const executablePath = join(
  root,
  "dist",
  `fabriclab-${process.platform}-${process.arch}`,
);
