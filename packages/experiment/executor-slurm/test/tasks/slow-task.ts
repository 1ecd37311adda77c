// What a node of the test cluster calls: `slow-task.ts ORDER`; each task takes a while and writes its result once.
import { appendFileSync, existsSync, renameSync, writeFileSync } from "node:fs";
import { doOrder } from "../../src/index.ts";

interface Input {
  readonly folder: string;
  readonly name: string;
  readonly ms: number;
}

const { env } = process;
await doOrder(process.argv[2] ?? "", {
  element: Number(env["SLURM_ARRAY_TASK_ID"]),
  finished: ({ input }) => {
    const { folder, name } = input as unknown as Input;
    return existsSync(`${folder}/${name}.json`);
  },
  async run(input) {
    const { folder, name, ms } = input as unknown as Input;
    appendFileSync(
      `${folder}/starts.log`,
      `${name} node=${env["SLURMD_NODENAME"]} restart=${env["SLURM_RESTART_COUNT"] ?? 0} pid=${process.pid}\n`,
    );
    await new Promise((resolve) => setTimeout(resolve, ms));
    if (name === "poison") process.exit(9);
    if (name === "refusal")
      throw Object.assign(new Error("no"), { code: "E_TEST_REFUSAL" });
    const draft = `${folder}/${name}.${process.pid}.tmp`;
    writeFileSync(draft, JSON.stringify({ name }));
    renameSync(draft, `${folder}/${name}.json`);
  },
});
