import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { fabriclab, nodeArguments, scenario, workFolder } from "./command.ts";

const work = workFolder();

it("goes on to its result where nobody reads standard error any more", async () => {
  const file = work.at("net.topo");
  const child = spawn(
    process.execPath,
    nodeArguments(
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
      ...["-o", file],
    ),
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  // Long before the command has anything to say.
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readFileSync(file, "utf8").match(/^Switch/gm)).toHaveLength(6);
}, 60_000);

it.skipIf(!existsSync("/dev/full")).each(["w", "r"])(
  "goes on to its result where the disk of standard error is full, or it only reads (%s)",
  async (mode) => {
    const file = work.at(`full-${mode}.topo`);
    const full = openSync(mode === "w" ? "/dev/full" : "/dev/null", mode);
    const child = spawn(
      process.execPath,
      nodeArguments(
        ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
        ...["-o", file],
      ),
      { stdio: ["ignore", "ignore", full] },
    );
    closeSync(full);
    expect(await once(child, "exit")).toEqual([0, null]);
    expect(readFileSync(file, "utf8").match(/^Switch/gm)).toHaveLength(6);
  },
  60_000,
);

it.each(["audit", "run", "list"])(
  "%s ends without a word, and as SIGPIPE would end it, where nobody reads its result",
  async (name) => {
    const flags = {
      audit: ["--fabric", await topology(), "--routing", "xy", ...loop],
      run: [work.write("s.yaml", scenario), "--quiet", "--set", "maxTime=20us"],
      list: [],
    }[name];
    const child = spawn(
      process.execPath,
      nodeArguments(name, ...(flags ?? [])),
      { stdio: ["ignore", "pipe", "pipe"] },
    );
    child.stdout.destroy();
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text) => (said += text));
    expect(await once(child, "close")).toEqual([141, null]);
    expect(said).toBe("");
  },
  60_000,
);

/** A mesh on which XY and OpenSM's trees make a credit loop together. */
async function topology(): Promise<string> {
  const file = work.at("mesh.topo");
  const size = ["--columns", "3", "--rows", "3"];
  const { code } = await fabriclab("topology", "mesh", ...size, "-o", file);
  expect(code).toBe(0);
  return file;
}

const loop = [
  ...["--multicast", "spanning-tree", "--quiet"],
  ...["--group", "H(0,0),H(2,2)", "--group", "H(0,0),H(1,2)"],
];
