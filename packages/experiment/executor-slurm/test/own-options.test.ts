import { describe, expect, it } from "vitest";
import { checkSbatch, slurmPool } from "@fabriclab/experiment-executor-slurm";

const refusal = (got: string) =>
  expect.objectContaining({
    code: "E_SLURM_OWN_OPTION",
    where: { path: "sbatch" },
    got,
  });

describe("options for sbatch", () => {
  // Long, cut short, short with its value, and behind a letter without one: getopt_long takes them all.
  it.each([
    ["--array=1-5", "--array (-a)"],
    ["--arr=1-5", "--array (-a)"],
    ["--array", "--array (-a)"],
    ["--array 1-5", "--array (-a)"],
    ["-a1-5", "--array (-a)"],
    ["-a", "--array (-a)"],
    ["-Ha1-5", "--array (-a)"],
    ["--job-name=mine", "--job-name (-J)"],
    ["-Jmine", "--job-name (-J)"],
    ["--output=/dev/null", "--output (-o)"],
    ["-o/dev/null", "--output (-o)"],
    ["--error=/dev/null", "--error (-e)"],
    ["-e/dev/null", "--error (-e)"],
    ["--open-mode=truncate", "--open-mode"],
    ["--wrap=true", "--wrap"],
    ["--wait", "--wait (-W)"],
    ["-QW", "--wait (-W)"],
    ["-Mother", "--clusters (-M)"],
    ["--chdir=/", "--chdir (-D)"],
    ["--test-only", "--test-only"],
    ["-V", "--version (-V)"],
  ])("%s is the pool's own", (option, name) => {
    expect(() => checkSbatch(["--time=1:00", option])).toThrow(refusal(option));
    expect(() => checkSbatch([option])).toThrow(
      `${name} is not the user's to give`,
    );
    expect(() =>
      slurmPool({
        ...{ folder: "/nowhere", command: [], limit: 1, sbatch: [option] },
        finished: () => false,
      }),
    ).toThrow(refusal(option));
  });

  it("are handed on where they are for the user to give", () => {
    checkSbatch([
      ...["--partition=short", "-pa", "--time=1:00", "-t60", "--account=a"],
      ...["--mem=1G", "--cpus-per-task=2", "-c2", "--no-requeue", "--hold"],
      ...["--exclude=node1", "-xnode-a", "--export=ALL", "--wait-all-nodes=1"],
      // In two words.
      ...["--partition", "short", "-A", "account"],
      ...["--nice", "-10"],
    ]);
  });
});
