import type { ErrorEntries } from "./entry.ts";

/** experiment, analysis, reproductions. */
export const studyErrors: ErrorEntries = {
  E_EXECUTOR_DUPLICATE_KEY: {
    means:
      "Two tasks would be cached under the same key, so one's result would be taken for the other's.",
    example: "the same experiment and seed twice in one study",
    mend: "Leave one out.",
  },
  E_EXECUTOR_THREADS_CLOSED_LOOP: {
    means:
      "Traffic that reacts to deliveries runs in one thread only: a thread sees the deliveries of its own part of the fabric.",
    example: "traffic: { kind: connection, load: 0.1 }\nthreads: 2",
    mend: "Use one thread; several seeds or scenarios can still run side by side.",
  },
  E_EXECUTOR_THREADS_DROP: {
    means: "Switches that drop packets run in one thread only.",
    example: "switch: iba\ndrop: hll\nthreads: 2",
    mend: "Use one thread.",
  },
  E_EXECUTOR_THREADS_REPORT: {
    means:
      "Traffic that keeps counters of its own runs in one thread only: each thread would count its own part.",
    example: "a traffic with a report and --threads 2",
    mend: "Use one thread.",
  },
  E_EXECUTOR_THREADS_DIFFER: {
    means:
      "A thread of a split run made another experiment than the first one did, so their results would not fit together.",
    example: "a topology file that is written while the run starts",
    mend: "Leave the run's files and plugins alone while it starts.",
  },
  E_EXECUTOR_THREAD_LOST: {
    means: "A thread of a split run ended without a word.",
    example: "a machine that runs out of memory during --threads 2",
    mend: "Use fewer threads, or a smaller fabric.",
  },
  E_STORE_KEY: {
    means: "A result was asked for under something that is no key.",
    example: 'await store.get("latency")',
    mend: "Make keys with experimentKey.",
  },
  E_STORE_UNREADABLE: {
    means:
      "What has the name of a file of results cannot be read: this user may not, or it is a folder.",
    example: "results that another user's sweep wrote, for nobody else to read",
    mend: "Let this user read it (chmod), or take it out of the folder; the command of the sweep does again what is missing.",
  },
  E_STORE_UNWRITABLE: {
    means: "A finished run cannot be kept.",
    example: "a disk that is full before the last run",
    mend: "Name a folder that you may write to, on a disk with room.",
  },
  E_PLOT_EMPTY: {
    means:
      "A figure, or a panel of it, has nothing to draw: no point has the metric, or none of them a steady mean, because their runs saturated, deadlocked or failed.",
    example: "bars of the latency at a load at which every routing saturates",
    mend: "The message says what became of the points. Keep others with --where, or draw curves over a factor with numbers, which mark where such points are: --kind curve.",
  },
  E_PLOT_VALUE: {
    means:
      "A point cannot be drawn: it is no number, or not above zero on a logarithmic axis.",
    example:
      "discarded packets on a logarithmic axis, where nothing was discarded",
    mend: "Draw it on a linear axis, --y-scale linear, or leave such points out with --where; in a figure of your own, leave the point out and say why in the caption.",
  },
  E_BALANCE_SAMPLES: {
    means:
      "A bandwidth is to be estimated from fewer endports or fewer random samples than an estimate and its interval take.",
    example: "effectiveBisection(fabric, tables, { samples: 1 })",
    mend: "Take at least two endports, and some hundred samples.",
  },
  E_BALANCE_LOOP: {
    means:
      "Multicast copies circulate on these tables, so the load they make has no end.",
    example: "multicast tables with a cycle",
    mend: "Mend the tables.",
  },
  E_BALANCE_OPERATION: {
    means:
      "The load of a multicast operation was asked for on tables without a multicast part.",
    example: "tables without an MFT",
    mend: "Build multicast tables first.",
  },
  E_BALANCE_PATH: {
    means: "A path does not arrive, so no load can be counted for it.",
    example: "an LFT with 255 for a LID in use",
    mend: "Mend the tables.",
  },
  E_QUEUEING_COUNT: {
    means:
      "A formula was asked for a switch whose number of ports or layers is not whole and positive.",
    example: "holSaturation(2.5)",
    mend: "Give a whole number.",
  },
  E_QUEUEING_LOAD: {
    means:
      "A mean wait was asked for at a load of 1 or more, where it does not exist.",
    example: "md1Wait(1)",
    mend: "Give a load of 0 or more, below 1.",
  },
  E_QUEUEING_MIX: {
    means:
      "The variation was asked for of a mix of packets that is empty, has a size or weight below 0 or without end, or in which no packet has bytes.",
    example: "mixVariation([])",
    mend: "Give at least one size above 0 with a weight above 0.",
  },
  E_QUEUEING_TOO_LARGE: {
    means: "The exact chain of a switch this large has too many states.",
    example: "holSaturation(64)",
    mend: "Use the limit for many ports, or simulate.",
  },
  E_QUEUEING_VARIATION: {
    means: "A squared coefficient of variation is negative.",
    example: "mg1Wait(0.5, -1)",
    mend: "Give 0 (constant) or more.",
  },
  E_REPRODUCE_SEEDS: {
    means:
      "A reproduction needs at least two seeds: one run has no confidence interval.",
    example:
      "a study with seeds: 1 in a program of your own (the command refuses --seeds 1 as E_CLI_BAD_NUMBER)",
    mend: "Give 2 or more; 5 and more are better.",
  },
  E_REPRODUCE_NO_VIDEO: {
    means:
      "Frames can be counted only in a study whose runs last as long as their video.",
    example: "fabriclab reproduce zhou2010 --frames 30",
    mend: "Leave out `--frames`, or reproduce kim2007; `--quick` shortens every study.",
  },
  E_REPRODUCE_UNKNOWN_PART: {
    means: "A study has no figure or claim of this name.",
    example: "fabriclab reproduce kim2007 --only fig-99",
    mend: "`--list` names them; `fig-7` stands for all whose names begin with `fig-7-`.",
  },
  E_REPRODUCE_UNWRITABLE: {
    means: "The report of a reproduction cannot be written.",
    example: "a disk that is full when the runs are done",
    mend: "Name a folder that you may write to, on a disk with room.",
  },
  E_REPRODUCE_FAILED: {
    means:
      "A run of a reproduction failed, so no report was written; finished runs are kept.",
    example: "(the message names the run and its own error)",
    mend: "See the run's own error code; after mending, the same command goes on.",
    fault: "ours",
  },
  E_REPRODUCE_BOUND_BEATEN: {
    means:
      "A run was faster than its busiest link allows: the simulator is wrong.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the command line.",
    fault: "ours",
  },
  E_REPRODUCE_METRIC: {
    means: "A run did not give a result that the study needs.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the command line.",
    fault: "ours",
  },
  E_REPRODUCE_PATH: {
    means:
      "A study's tables do not deliver a packet, so there is no bound to compute.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the command line.",
    fault: "ours",
  },
  E_REPRODUCE_UNFINISHED: {
    means: "A run of a study ended before everything was delivered.",
    example: "(none is known: each would be a bug)",
    mend: "Report it with the command line.",
    fault: "ours",
  },
};
