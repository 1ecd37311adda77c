// Main script of the single-file executable. It unpacks the program beside other caches of the user, once for each version, and starts
// it from there: worker threads, the packet loop and the PNG renderer are files of their own, which no bundle can be.
"use strict";
const { Buffer } = require("node:buffer");
const { createHash } = require("node:crypto");
const fs = require("node:fs");
const os = require("node:os");
const path = require("node:path");
const process = require("node:process");
const { getAsset, getRawAsset } = require("node:sea");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");
const { zstdDecompressSync } = require("node:zlib");

/** Folders that may hold the unpacked program, best first. */
function cacheFolders() {
  const { FABRICLAB_CACHE, XDG_CACHE_HOME } = process.env;
  if (FABRICLAB_CACHE) return [FABRICLAB_CACHE];
  return [
    path.join(XDG_CACHE_HOME || path.join(os.homedir(), ".cache"), "fabriclab"),
    path.join(os.tmpdir(), `fabriclab-${os.userInfo().uid}`),
  ];
}

/** The folder is complete or absent: it is written under another name first, and several processes may do so at once. */
function unpack(folder) {
  if (fs.existsSync(folder)) return;
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o700 });
  const half = fs.mkdtempSync(`${folder}.`);
  try {
    const bytes = zstdDecompressSync(Buffer.from(getRawAsset("files")));
    for (const [name, start, length] of JSON.parse(getAsset("index", "utf8"))) {
      const file = path.join(half, name);
      fs.mkdirSync(path.dirname(file), { recursive: true });
      fs.writeFileSync(file, bytes.subarray(start, start + length));
    }
    fs.renameSync(half, folder);
  } catch (error) {
    fs.rmSync(half, { recursive: true, force: true });
    if (!fs.existsSync(folder)) throw error;
  }
}

function unpacked(digest) {
  let problem;
  for (const cache of cacheFolders()) {
    const folder = path.join(cache, digest);
    try {
      unpack(folder);
      // Another user's folder in a shared place is not to be run.
      if (fs.statSync(folder).uid !== os.userInfo().uid)
        throw new Error(`${folder} belongs to another user`);
      return folder;
    } catch (error) {
      problem = error;
    }
  }
  process.stderr.write(
    `fabriclab: the program cannot be unpacked: ${problem.message}\n  set FABRICLAB_CACHE to a folder that can be written\n`,
  );
  process.exit(2);
}

const digest = createHash("sha256")
  .update(Buffer.from(getRawAsset("files")))
  .digest("hex")
  .slice(0, 16);
const main = pathToFileURL(
  path.join(unpacked(digest), getAsset("main", "utf8")),
);
new vm.Script(`import(${JSON.stringify(main.href)})`, {
  importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
}).runInThisContext();
