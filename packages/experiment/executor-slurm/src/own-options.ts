import { FabricError } from "@fabriclab/spec";

/** Options of sbatch that are not a user's to give, with their letter and what to do instead. */
interface OwnOption {
  readonly long: string;
  readonly short?: string;
  readonly instead: string;
}

const NOTHING_SUBMITTED = "leave it out: with it sbatch submits nothing";
const LOGS =
  "leave it out: the logs are below .work/slurm in the folder of results, and a failure's last words are read there";

const OWN: readonly OwnOption[] = [
  {
    long: "array",
    short: "a",
    instead:
      "leave it out: the elements follow from the tasks, and how many run at a time is said with --tasks",
  },
  {
    long: "job-name",
    short: "J",
    instead: "leave it out: a driver that was killed finds its job by its name",
  },
  { long: "output", short: "o", instead: LOGS },
  { long: "error", short: "e", instead: LOGS },
  { long: "open-mode", instead: LOGS },
  { long: "wrap", instead: "leave it out: the job runs the tasks" },
  {
    long: "wait",
    short: "W",
    instead:
      "leave it out: this command waits, and sbatch has to give the job's number first",
  },
  {
    long: "clusters",
    short: "M",
    instead:
      "set SLURM_CLUSTERS in the environment, so that squeue and scancel ask the same cluster",
  },
  {
    long: "chdir",
    short: "D",
    instead:
      "start this command in that folder: names of files are looked up from where it is started",
  },
  { long: "test-only", instead: NOTHING_SUBMITTED },
  { long: "help", short: "h", instead: NOTHING_SUBMITTED },
  { long: "usage", short: "u", instead: NOTHING_SUBMITTED },
  { long: "version", short: "V", instead: NOTHING_SUBMITTED },
];

/** Letters without a value, behind which further letters may stand in one word. */
const WITHOUT_VALUE = "HOQv";

/**
 * Refuses options for sbatch that would replace what the pool itself tells it, or with which no job is submitted or found again. They are known
 * by any of the forms that sbatch takes: `--array=1-5`, `--arr 1-5`, `-a1-5`, `-Ha1-5`. What is set for a task only, such as `--cpus-per-task`
 * or `--no-requeue`, may be given another value.
 *
 * @param path where the options were given
 * @throws FabricError `E_SLURM_OWN_OPTION`
 */
export function checkSbatch(options: readonly string[], path = "sbatch"): void {
  for (const option of options) {
    const own = ownOption(option);
    if (own === undefined) continue;
    const { long, short, instead } = own;
    const name = `--${long}${short === undefined ? "" : ` (-${short})`}`;
    throw new FabricError({
      code: "E_SLURM_OWN_OPTION",
      message: `sbatch's ${name} is not the user's to give`,
      where: { path },
      got: option,
      expected:
        "options such as --partition, --time, --account, --mem or --cpus-per-task",
      hint: instead,
    });
  }
}

function ownOption(option: string): OwnOption | undefined {
  const long = /^--([^=\s]+)/.exec(option)?.[1];
  // Why by the beginning: sbatch takes a name that is cut short as long as it is of one option only.
  if (long !== undefined) return OWN.find((own) => own.long.startsWith(long));
  if (!option.startsWith("-")) return undefined;
  for (const letter of option.slice(1)) {
    const own = OWN.find(({ short }) => short === letter);
    if (own !== undefined || !WITHOUT_VALUE.includes(letter)) return own;
  }
  return undefined;
}
