import type { ErrorEntries } from "./entry.ts";

/** Sweeps, their folders, clusters and queries. */
export const sweepErrors: ErrorEntries = {
  E_SCENARIO_SWEEP: {
    means:
      "The section sweep of a scenario, or --vary, has values that are no list, range or named cases: an empty list, a value twice, two named cases that set the same, a range that falls, mixes units, or whose steps miss its end.",
    example: "fabriclab sweep net.yaml --vary load=0.9..0.1:0.1",
    mend: "Write a list ([0.1, 0.2]), a range from..to:step with rising numbers and steps that meet the end (0.1..0.9:0.1), or a mapping of named cases.",
  },
  E_SWEEP_FACTOR: {
    means:
      "A sweep cannot vary this: the seed (every point has the same seeds), a key that changes no result, a key that another factor sets, or a range without a step outside design random.",
    example: "fabriclab sweep net.yaml --vary seed=1..5:1",
    mend: "Say how many seeds with --seeds; name each key in one factor; give the range a step, or use --design random --points 100.",
  },
  E_SWEEP_POINTS: {
    means:
      "Design random lacks its number of points, asks for more than there are combinations, or there are more than a million points or runs.",
    example: "fabriclab sweep net.yaml --vary load=0.1,0.2 --design random",
    mend: "Add --points with at most as many as there are combinations; draw some of a large grid at random.",
  },
  E_SWEEP_SATURATION: {
    means:
      "The flag --saturation names no factor, or one whose values are no plain numbers: there is nothing to bisect.",
    example:
      "fabriclab sweep net.yaml --vary load=0.1,0.9 --saturation routing",
    mend: "Name a varied key with numbers, such as load.",
  },
  E_SWEEP_REQUIRE: {
    means:
      "What a search requires of its runs is no comparison, is about a result that the scenario does not measure, or compares it with an amount of another kind.",
    example:
      'fabriclab sweep net.yaml --vary load=0.1,0.9 --saturation load --require "latency_p99 < 20"',
    mend: 'Write the column of a result as a result folder names it, <= or >=, and an amount with its unit: "latency_p99 <= 20us".',
  },
  E_SWEEP_METRIC: {
    means:
      "Precision is asked for of a result that the scenario does not measure.",
    example: "fabriclab sweep net.yaml --precision 0.05 --metric latancy",
    mend: "Take one of the names that the message lists, or add the metric to the scenario.",
  },
  E_SWEEP_IDLE_KEY: {
    means:
      "A key of the section sweep (or a flag) has no effect without another one: points without design random, maxSeeds or metric without precision, resolution or require without saturation.",
    example: "fabriclab sweep net.yaml --vary load=0.1,0.2 --points 5",
    mend: "Add the other key, or take this one out.",
  },
  E_SWEEP_NAME: {
    means:
      "The scenario's name was to become that of the result folder, and would lead elsewhere.",
    example: "name: ../../etc in the scenario, and no -o",
    mend: "Give the scenario a plain name, or say where the results go with -o.",
  },
  E_SWEEP_OTHER: {
    means:
      "The result folder was begun with another scenario, other values, more seeds, or another version of fabriclab: its results cannot be mixed with these. More values or more seeds than it has are no other sweep, where the design is one that can grow.",
    example: "fabriclab sweep net.yaml --vary load=0.3,0.4 -o results",
    mend: "Take another folder, or remove the old one. From sources, any change of a package that computes results counts.",
  },
  E_SWEEP_BUSY: {
    means:
      "More seeds would put the runs of a sweep of more than 256 runs into other files, while a job in Slurm's queue still works on those that there are: it would do what is done again, and its runs would count twice. Nothing is changed.",
    example:
      "`--seeds 10` for a sweep that was begun with `--executor slurm --seeds 5`, whose job is still in the queue",
    mend: "Let the command with the earlier --seeds wait for the job and then give more seeds, or end the job with the scancel that the hint names: what it has finished is kept.",
  },
  E_SWEEP_MANIFEST: {
    means:
      "The file sweep.json of a result folder cannot be read, or is not what `fabriclab sweep` writes, so nobody knows which sweep the results are of.",
    example:
      "fabriclab sweep net.yaml --vary load=0.1,0.2 -o cut  # cut/sweep.json: {",
    mend: "Put the file back from a copy, or take another folder. `query` and `export` still read the results.",
  },
  E_SWEEP_SHARD_LOST: {
    means:
      "All runs of a file are done, but what computes it ends, again and again, before the file is written.",
    example: "a cluster's node that cannot write to the result folder",
    mend: "Look at the logs below .work in the result folder; the same command goes on.",
  },
  E_STORE_NO_RESULTS: {
    means: "The folder holds no file of results.",
    example: "fabriclab export /tmp",
    mend: "Name the folder that `fabriclab sweep` was given with -o, once it has finished its first file.",
  },
  E_STORE_MIXED_RESULTS: {
    means: "A folder's files are of several experiments.",
    example: "files of two sweeps copied into one folder",
    mend: "Keep each sweep in a folder of its own.",
  },
  E_QUERY_NO_DUCKDB: {
    means:
      "`fabriclab query` needs DuckDB, which is installed separately; the program of one file cannot load it.",
    example: "a query after npm install fabriclab, which leaves DuckDB out",
    mend: "npm install @duckdb/node-api where fabriclab is installed (with -g where that is global), or npx -p fabriclab -p @duckdb/node-api fabriclab query where it is not; or read shards/*.parquet with any Parquet reader, or `fabriclab export`.",
  },
  E_QUERY_SWAPPED: {
    means: "The folder of results stands where the query belongs.",
    example: 'fabriclab query results/ "SELECT * FROM points"',
    mend: 'The query comes first: fabriclab query "SELECT * FROM points" results/.',
  },
  E_QUERY_SQL: {
    means: "DuckDB cannot parse or answer the query; the hint is what it says.",
    example: "fabriclab query 'SELECT lod FROM runs' results/",
    mend: "`SELECT name, unit, description FROM columns` lists the columns.",
  },
  E_QUERY_CHANGES: {
    means:
      "The query does not only read: results are never changed by a query, which sees a copy of them.",
    example: 'fabriclab query "DROP TABLE runs" results/',
    mend: "SELECT, DESCRIBE, SUMMARIZE, SHOW and EXPLAIN are answered; `fabriclab export` writes results to a file.",
  },
  E_SLURM_UNAVAILABLE: {
    means: "Slurm's commands are not on the PATH, or its controller is silent.",
    example: "a sweep with --executor slurm on a laptop",
    mend: "Log in to the cluster, or leave --executor out.",
  },
  E_SLURM_REFUSED: {
    means:
      "Slurm's sbatch refused the job array; its words are in the message.",
    example: "a partition that the cluster lacks: --sbatch=--partition=nowhere",
    mend: "Mend the options that --sbatch hands on.",
  },
  E_SLURM_UNCERTAIN: {
    means:
      "Sbatch was ended before it answered (after 60 seconds, or by a signal), or its answer holds no job number, and no job of that name is in the queue: whether Slurm has accepted the job is not known.",
    example: "an sbatch of the site's own that prints words only",
    mend: "Look for the job with the squeue and sacct that the hint names; the same command waits for it where it is in the queue, and submits it otherwise. Of an sbatch of the site's own, have it print the job's number alone on a line, as `sbatch --parsable` does.",
  },
  E_SLURM_OWN_OPTION: {
    means:
      "An option for sbatch would replace what fabriclab itself tells it, or lead to a job that it cannot wait for: the array, the job's name, its logs, what it runs, the folder it starts in, the cluster, or --wait; or one with which nothing is submitted, such as --test-only.",
    example:
      "fabriclab sweep net.yaml --vary load=0.1,0.2 --executor slurm --sbatch=--array=1-5",
    mend: "Leave it out. How many elements run at a time is said with --tasks, how much one of them does with --shard-size; another cluster is named in SLURM_CLUSTERS.",
  },
  E_SLURM_CANCELLED: {
    means:
      "Somebody cancelled array tasks of the sweep's job before they were done. No run is blamed for it, and none is begun again by itself.",
    example: "scancel 4711 while the sweep waits for job 4711",
    mend: "Give the same command again to go on: what is finished is kept, and the rest is submitted again.",
  },
  E_SLURM_SILENT: {
    means:
      "Slurm's controller has not answered for ten minutes, so that this command stopped waiting. Its jobs go on.",
    example: "slurmctld is down",
    mend: "Give the same command again when it is back: it finds its job, or what the job has finished.",
  },
  E_SLURM_UNWRITABLE: {
    means:
      "What the nodes are to do, or what became of it, cannot be written into the folder of results: the disk is full, or this user may not write there. No run is blamed for it.",
    example: "a full disk under -o",
    mend: "Make room and give the same command again: what is finished is kept.",
  },
  E_SLURM_ORDER: {
    means:
      "A node was called with a file that is no order of a sweep; only the job array itself calls `sweep-shards`.",
    example: "fabriclab sweep-shards net.yaml",
    mend: "Use fabriclab sweep --executor slurm.",
  },
};
