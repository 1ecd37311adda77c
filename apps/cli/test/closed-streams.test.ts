import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { workFolder } from "./command.ts";

const work = workFolder();

it("goes on to its result where nobody reads standard error any more", async () => {
  const file = work.at("net.topo");
  const child = spawn(
    process.execPath,
    [
      "--conditions=fabriclab-source",
      join(import.meta.dirname, "../src/main.ts"),
      ...["topology", "fat-tree", "--ports", "4", "--levels", "2"],
      ...["-o", file],
    ],
    { stdio: ["ignore", "ignore", "pipe"] },
  );
  // Long before the command has anything to say.
  child.stderr.destroy();
  expect(await once(child, "exit")).toEqual([0, null]);
  expect(readFileSync(file, "utf8").match(/^Switch/gm)).toHaveLength(6);
}, 60_000);
