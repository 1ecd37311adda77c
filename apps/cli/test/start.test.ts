import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

const main = fileURLToPath(new URL("../src/main.ts", import.meta.url));

/** Tells on standard error, at the end of the process, which parts of Node it has loaded. */
const teller = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
   process.on("exit", () => writeSync(2, JSON.stringify(process.moduleLoadList)));`,
)}`;

it("starts without Node's HTTP, whose client takes a sixth of the time of a short command to load", () => {
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      ...["--conditions=fabriclab-source", "--import", teller],
      ...[main, "list", "routing"],
    ],
    { encoding: "utf8" },
  );
  expect(status).toBe(0);
  const loaded = JSON.parse(stderr) as string[];
  expect(loaded).toContain("NativeModule fs");
  expect(loaded).not.toContain("NativeModule http");
  expect(loaded).not.toContain("NativeModule internal/deps/undici/undici");
});
