/** What the shell is told. */
export const ExitCode = {
  fine: 0,
  /** The thing examined has a problem: a deadlock, a claim that does not hold. */
  problem: 1,
  /** Bad usage or input. */
  usage: 2,
  /** A bug of ours. */
  internal: 3,
  /** Ctrl-C, as shells count it. */
  interrupted: 130,
  /** Nobody reads standard output to its end, as shells count SIGPIPE: Node.js ignores the signal itself. */
  closedPipe: 141,
} as const;

export type ExitCode = (typeof ExitCode)[keyof typeof ExitCode];

/** The paragraph about exit codes, for every command's help. */
export const exitCodesHelp = `
Exit codes:
  0    fine
  1    the thing examined has a problem (see the report)
  2    bad usage or input
  3    internal error (please report)
  130  interrupted
  141  standard output was closed before the end (| head)
`;
