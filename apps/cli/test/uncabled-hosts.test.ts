import { expect, it } from "vitest";
import { workFolder } from "./command.ts";
import { meshScenario, said } from "./mesh-run.ts";

const { at, write } = workFolder();

const scenario = write("scenario.yaml", meshScenario);

it("says which hosts take no part in a run or a sweep, as no cable leads to them", async () => {
  const cut = at("cut.topo");
  const mesh = ["mesh", "--columns", "2", "--rows", "2"];
  await said("topology", ...mesh, "--remove", "H(1,0):1", "-o", cut);
  const note = "note: 1 host without a cable takes no part: H(1,0)\n";
  expect(await said("run", scenario, "--fabric", cut)).toContain(note);
  const sweep = ["--vary", "load=0.1,0.2", "-o", at("swept")];
  const swept = await said("sweep", scenario, "--fabric", cut, ...sweep);
  expect(swept.split(note)).toHaveLength(2);
});

it("says nothing where every host has a cable", async () => {
  expect(await said("run", scenario)).not.toContain("without a cable");
});
