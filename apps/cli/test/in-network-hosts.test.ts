import { expect, it } from "vitest";
import { readFabricFile } from "../src/fabric-file.ts";
import { workFolder } from "./command.ts";
import { meshScenario, said } from "./mesh-run.ts";

const { at, write } = workFolder();

const scenario = write("scenario.yaml", meshScenario);

const note = "count as hosts, also where all hosts send and receive; ";

it("says of a fabric's file which of its hosts are none, until they are taken away", async () => {
  const real = at("real.topo");
  const mesh = ["mesh", "--columns", "2", "--rows", "2"];
  await said("topology", ...mesh, "-o", real, "--quirks", "aggregation-nodes");
  // One on each of the four switches.
  expect(await said("run", scenario, "--fabric", real)).toContain(
    `note: 4 aggregation nodes ${note}`,
  );
  const sweep = ["--vary", "load=0.1,0.2", "-o", at("swept")];
  const swept = await said("sweep", scenario, "--fabric", real, ...sweep);
  expect(swept.split(note)).toHaveLength(2);

  const { nodeName, nodeGuid } = readFabricFile(real).fabric;
  const inside = nodeName.flatMap((name, node) =>
    name.includes("Aggregation Node")
      ? [`0x${(nodeGuid[node] ?? 0n).toString(16)}`]
      : [],
  );
  expect(inside).toHaveLength(4);
  const cut = at("cut.topo");
  await said(
    ...["topology", "--fabric", real, "-o", cut],
    ...inside.flatMap((guid) => ["--remove", guid]),
  );
  const without = await said("run", scenario, "--fabric", cut);
  expect(without).not.toContain(note);
  expect(without).toContain("note: 4 hosts without a cable take no part");
});

it("says nothing of a generated fabric", async () => {
  expect(await said("run", scenario)).not.toContain(note);
});
