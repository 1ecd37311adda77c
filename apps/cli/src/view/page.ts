import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readFile, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { FabricError } from "@fabriclab/spec";
import type { ServedFile } from "./server.ts";

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};

/** Beside the command where it was built. */
const PACKED = new URL("./playground/", import.meta.url);
/** In the sources, where the page is built first. */
const BUILDER = new URL("../../../docs/playground/build.ts", import.meta.url);

/**
 * The playground's files, by the path at which they are served. From the sources they are built first, into a folder that is removed again.
 *
 * @param note is told what takes a moment
 * @throws FabricError `E_CLI_NO_PLAYGROUND`
 */
export async function playgroundFiles(
  note: (text: string) => void,
): Promise<Map<string, ServedFile>> {
  if (existsSync(new URL("index.html", PACKED)))
    return await filesOf(fileURLToPath(PACKED));
  if (!existsSync(BUILDER)) throw absent("neither a page nor its sources");
  note("building the playground from its sources");
  const folder = await mkdtemp(join(tmpdir(), "fabriclab-playground-"));
  try {
    await build(folder);
    return await filesOf(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Why a process of its own: the bundler is no dependency of the command. */
function build(folder: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      ["--conditions=fabriclab-source", fileURLToPath(BUILDER), folder],
      { stdio: ["ignore", "ignore", "pipe"] },
    );
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    child.once("error", reject);
    child.once("close", (code) => {
      if (code === 0) resolve();
      else reject(absent(said.trim().slice(-500)));
    });
  });
}

async function filesOf(folder: string): Promise<Map<string, ServedFile>> {
  const files = new Map<string, ServedFile>();
  for (const name of await readdir(folder)) {
    const type = TYPES[extname(name)];
    if (type === undefined) continue;
    files.set(`/${name}`, { type, bytes: await readFile(join(folder, name)) });
  }
  const page = files.get("/index.html");
  if (page === undefined) throw absent("no index.html");
  return files.set("/", page);
}

const absent = (got: string): FabricError =>
  new FabricError({
    code: "E_CLI_NO_PLAYGROUND",
    message: "The playground's files are not here.",
    where: { path: "view" },
    got,
    expected: "the files that come with the command",
    hint: "install the command again; in a clone of the repository: pnpm install",
  });
