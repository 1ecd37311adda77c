import { spawn } from "node:child_process";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import type { BenchOptions, Row, Suite } from "../suite.ts";

const command = fileURLToPath(
  new URL("../../../cli/src/main.ts", import.meta.url),
);

export const PAPERS = ["zhou2007", "zhou2010", "hpp2008", "kim2007"] as const;

/** What `fabriclab reproduce --json` prints, as far as it is read here. */
export interface Reproduced {
  readonly runs: number;
  /** Of these, kept from before. */
  readonly cached: number;
  readonly report: string;
  readonly claims: readonly {
    readonly id: string;
    readonly quantity: string;
    readonly measured: number | null;
    readonly ci95: readonly [number, number] | null;
    readonly verdict: string;
  }[];
}

function reproduce(
  paper: string,
  quick: boolean,
): Promise<{ result: Reproduced; seconds: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = spawn(
      process.execPath,
      [
        ...["--conditions=fabriclab-source", command, "reproduce", paper],
        ...["--json", ...(quick ? ["--quick"] : [])],
      ],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let text = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (chunk: string) => (text += chunk));
    child.on("error", reject);
    child.on("close", (code) => {
      if (code === 0)
        resolve({
          result: JSON.parse(text) as Reproduced,
          seconds: (performance.now() - start) / 1000,
        });
      else
        reject(
          new Error(
            `reproduce ${paper} ended with ${String(code)}; what it finished is kept`,
          ),
        );
    });
  });
}

/** A row for the paper, and one for each claim. */
export function rowsOf(
  paper: string,
  { runs, cached, report, claims }: Reproduced,
  seconds: number,
): Row[] {
  const count = (verdict: string): number =>
    claims.filter((claim) => claim.verdict === verdict).length;
  const workers = availableParallelism();
  return [
    {
      suite: "papers",
      name: paper,
      figures: {
        reproduced: count("reproduced"),
        contradicted: count("contradicted"),
        "not reproduced": count("not reproduced"),
        runs,
        // Why not with kept runs: the time would be that of the rest.
        ...(cached === 0 ? { "wall s": seconds } : {}),
      },
      note: `${cached === 0 ? `${String(workers)} workers` : `${String(cached)} runs kept from before: no time`}; ${report}`,
    },
    ...claims.map((claim): Row => ({
      suite: "papers",
      name: `${paper} ${claim.id}`,
      figures: {
        ...(claim.measured === null ? {} : { measured: claim.measured }),
        ...(claim.ci95 === null
          ? {}
          : { "95 % from": claim.ci95[0], "95 % to": claim.ci95[1] }),
      },
      note: `${claim.verdict}: ${claim.quantity}`,
    })),
  ];
}

/** The reproductions of the four papers: verdicts, not times. */
export const papers: Suite = {
  name: "papers",
  summary:
    "the studies of the four papers and the verdicts on their claims (kept in reproductions/, goes on where it was)",
  async *run({ quick, log }: BenchOptions) {
    for (const paper of PAPERS) {
      log(`papers: ${paper}${quick ? " --quick" : ""}`);
      const { result, seconds } = await reproduce(paper, quick);
      yield* rowsOf(paper, result, seconds);
    }
  },
};
