import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import type { BenchOptions, Row, Suite } from "../suite.ts";
import { endsWithThis } from "../living.ts";

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
    /** Ends that are no numbers are null in JSON. */
    readonly ci95: readonly [number | null, number | null] | null;
    readonly verdict: string;
  }[];
}

function reproduce(
  paper: string,
  quick: boolean,
): Promise<{ result: Reproduced; seconds: number }> {
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const child = endsWithThis(
      spawn(
        process.execPath,
        [
          ...["--conditions=fabriclab-source", command, "reproduce", paper],
          ...["--json", ...(quick ? ["--quick"] : [])],
        ],
        { stdio: ["ignore", "pipe", "inherit"] },
      ),
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

/** Claim -> verdict of the study that the documents show. */
export type KeptVerdicts = ReadonlyMap<string, string>;

/** The verdicts that the documents keep of a study; undefined where they keep none of this length. */
export function keptVerdicts(
  paper: string,
  quick: boolean,
): KeptVerdicts | undefined {
  const file = new URL(
    `../../../docs/validation/claims/${paper}${quick ? "-quick" : ""}.json`,
    import.meta.url,
  );
  if (!existsSync(file)) return undefined;
  const { claims } = JSON.parse(readFileSync(file, "utf8")) as {
    claims: readonly { readonly id: string; readonly verdict: string }[];
  };
  return new Map(claims.map(({ id, verdict }) => [id, verdict]));
}

/** A row for the paper, and one for each claim. @param kept what the documents say; another verdict is a target missed */
export function rowsOf(
  paper: string,
  { runs, cached, report, claims }: Reproduced,
  seconds: number,
  kept?: KeptVerdicts,
): Row[] {
  const other = claims.filter(
    ({ id, verdict }) => kept !== undefined && kept.get(id) !== verdict,
  );
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
        ...(kept === undefined
          ? {}
          : { "other verdicts than documented": other.length }),
        // Why not with kept runs: the time would be that of the rest.
        ...(cached === 0 ? { "wall s": seconds } : {}),
      },
      ...(kept === undefined
        ? {}
        : {
            targets: [{ figure: "other verdicts than documented", atMost: 0 }],
          }),
      note: `${cached === 0 ? `${String(workers)} workers` : `${String(cached)} runs kept from before: no time`}; ${relative(process.cwd(), report)}`,
    },
    ...claims.map((claim): Row => ({
      suite: "papers",
      name: `${paper} ${claim.id}`,
      figures: {
        measured: claim.measured ?? NaN,
        "95 % from": claim.ci95?.[0] ?? NaN,
        "95 % to": claim.ci95?.[1] ?? NaN,
      },
      note: `${claim.verdict}: ${claim.quantity}${other.includes(claim) ? `; documented: ${kept?.get(claim.id) ?? "no such claim"}` : ""}`,
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
      yield* rowsOf(paper, result, seconds, keptVerdicts(paper, quick));
    }
  },
};
