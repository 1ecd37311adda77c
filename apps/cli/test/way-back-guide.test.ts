import { join } from "node:path";
import { afterAll } from "vitest";
import { fabriclab } from "./command.ts";
import { missingPrograms, Subnet } from "./opensm-subnet.ts";
import { transcript } from "./transcript.ts";

let subnet: Subnet | undefined;
afterAll(() => subnet?.stop());

transcript(
  "guides/way-back.md",
  async (folder) => {
    const plan = join(folder, "plan.topo");
    await fabriclab(
      ...["topology", "irregular", "--switches", "10", "--links", "15"],
      ...["--hosts-per-switch", "2", "--seed", "3", "-o", plan],
    );
    subnet = await Subnet.start(plan);
    // The subnet runs before somebody comes with other tables.
    subnet.opensm("minhop");
  },
  {
    shell: (line) => subnet?.shell(line) ?? "",
    skip: missingPrograms.length > 0,
  },
);
