import {
  Notes,
  refusal,
  type ReadNote,
  type Scanner,
  type SourceText,
} from "@fabriclab/reading";
import { FabricError } from "@fabriclab/spec";
import { noteUnmatched } from "./balance.ts";
import { skipBlanks, wholeIn } from "./number.ts";
import { RankDraft } from "./rank-draft.ts";
import { ANY, type GoalRank, type GoalSchedule } from "./schedule.ts";
import { codeLines } from "./tokens.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors. */
  readonly file?: string;
}

/** A schedule, and what was odd in its file. */
export interface GoalFile extends GoalSchedule {
  readonly notes: readonly ReadNote[];
}

/** Why: each has a list, and a job has fewer. */
const MOST_RANKS = 2 ** 22;
const LABEL = /([a-zA-Z]\w*)\s*/y;

/**
 * Reads GOAL text, which LogGOPSim's txt2bin takes: `num_ranks N`, then for each rank `rank R {`, its operations (`l1: send 8b to 1 tag 0`, `recv … from …`,
 * `calc 100`), and `l2 requires l1` or `irequires`, and `}`. Semicolons part operations as line breaks do; labels may be named before their operation.
 *
 * Complexity: O(characters).
 * @throws FabricError E_READING_SYNTAX, E_READING_LINE, E_READING_EMPTY, E_READING_TRUNCATED, E_GOAL_RANK, E_GOAL_NUMBER, E_GOAL_LABEL, E_GOAL_CYCLE, with file, line and column
 */
export function readGoal(
  text: SourceText,
  options: ReadOptions = {},
): GoalFile {
  const { file } = options;
  const notes = new Notes();
  const code = codeLines(text, file, notes);
  const ranks = new Map<number, GoalRank>();
  let rankCount: number | undefined;
  let open: RankDraft | undefined;
  for (const scanner of code.lines) {
    while (scanner.rest() !== "") {
      if (scanner.try(/;/y) !== undefined) continue;
      if (open !== undefined) {
        if (scanner.try(/\}/y) === undefined) {
          statement(open, scanner, rankCount);
          continue;
        }
        ranks.set(open.rank, open.done());
        open = undefined;
        continue;
      }
      const { place } = scanner;
      if (scanner.try(/num_ranks(?!\w)/y) !== undefined) {
        rankCount = ranksOf(scanner, rankCount, file);
        continue;
      }
      scanner.need(/rank(?!\w)/y, "num_ranks N, or rank R {");
      const rank = rankIn(scanner, rankCount, "the rank's number");
      if (ranks.has(rank))
        throw refusal(file, place, {
          code: "E_GOAL_RANK",
          message: "a rank stands there twice",
          got: `rank ${rank}`,
          expected: "one block for each rank",
        });
      scanner.need(/\{/y, "{");
      open = new RankDraft(rank, place, file);
    }
  }
  const cut = open?.place ?? commentPlace(code.open());
  if (cut !== undefined)
    throw refusal(file, cut, {
      code: "E_READING_TRUNCATED",
      message: "the file ends within what begins here",
      got: "the end of the file",
      expected: open === undefined ? "*/" : "}",
    });
  return { ranks: all(ranks, rankCount, file, notes), notes: notes.all() };
}

const commentPlace = (line: number | undefined) =>
  line === undefined ? undefined : { line, column: 1 };

/** `N` of `num_ranks N`. */
function ranksOf(
  scanner: Scanner,
  before: number | undefined,
  file: string | undefined,
): number {
  skipBlanks(scanner);
  const { place } = scanner;
  const count = wholeIn(scanner, "the number of ranks");
  if (before === undefined && count >= 1 && count <= MOST_RANKS) return count;
  throw refusal(file, place, {
    code: "E_GOAL_RANK",
    message:
      before === undefined
        ? "no job has so many ranks"
        : "the number of ranks stands there twice",
    got: String(count),
    expected: before === undefined ? `1 to ${MOST_RANKS}` : "one num_ranks",
  });
}

/** A rank's number. @throws FabricError E_GOAL_RANK */
function rankIn(
  scanner: Scanner,
  rankCount: number | undefined,
  expected: string,
): number {
  skipBlanks(scanner);
  const { place } = scanner;
  const rank = wholeIn(scanner, expected);
  const most = rankCount ?? MOST_RANKS;
  if (rank < most) return rank;
  throw refusal(scanner.file, place, {
    code: "E_GOAL_RANK",
    message: "there is no such rank",
    got: String(rank),
    expected: `0 to ${most - 1}${rankCount === undefined ? "" : ", as num_ranks says"}`,
  });
}

/** One operation or dependency. */
function statement(
  draft: RankDraft,
  scanner: Scanner,
  rankCount: number | undefined,
): void {
  skipBlanks(scanner);
  const { place } = scanner;
  const kind = scanner.try(/(send|recv|calc)(?!\w|\s*:|\s+i?requires\b)/y)?.[1];
  if (kind !== undefined) {
    operation(draft, scanner, kind, undefined, rankCount, place);
    return;
  }
  const label = scanner.need(LABEL, "send, recv, calc, a label, or }")[1] ?? "";
  if (scanner.try(/:/y) !== undefined) {
    const [, named = ""] = scanner.need(
      /(send|recv|calc)(?!\w)/y,
      "send, recv or calc",
    );
    operation(draft, scanner, named, label, rankCount, place);
    return;
  }
  const [word] = scanner.need(
    /i?requires(?!\w)/y,
    ": and an operation, requires, or irequires",
  );
  const on = scanner.need(LABEL, "the label of an operation")[1] ?? "";
  endOf(scanner, "the end of the line");
  draft.requires(label, on, word === "irequires", place);
}

function operation(
  draft: RankDraft,
  scanner: Scanner,
  kind: string,
  label: string | undefined,
  rankCount: number | undefined,
  place: { readonly line: number; readonly column: number },
): void {
  const field = (name: RegExp, what: string): number =>
    scanner.try(name) === undefined
      ? 0
      : wholeIn(scanner, `the number of the ${what}`);
  if (kind === "calc") {
    const size = wholeIn(scanner, "nanoseconds");
    const cpu = field(/cpu(?!\w)/y, "CPU");
    endOf(scanner, "cpu N, or the end of the line");
    const facts = {
      kind,
      label,
      size,
      peer: ANY,
      tag: 0,
      cpu,
      nic: 0,
    } as const;
    draft.operation(facts, place);
    return;
  }
  const size = wholeIn(scanner, "bytes, such as 8b", /(\d+)\s*b(?!\w)/y);
  const isSend = kind === "send";
  scanner.need(isSend ? /to(?!\w)/y : /from(?!\w)/y, isSend ? "to" : "from");
  const peer =
    !isSend && scanner.try(/-1(?!\w)/y) !== undefined
      ? ANY
      : rankIn(scanner, rankCount, "the rank of the other end");
  const tag = tagIn(scanner, isSend);
  const cpu = field(/cpu(?!\w)/y, "CPU");
  const nic = field(/nic(?!\w)/y, "NIC");
  endOf(scanner, "tag N, cpu N, nic N, or the end of the line");
  draft.operation(
    { kind: isSend ? "send" : "recv", label, size, peer, tag, cpu, nic },
    place,
  );
}

/** The number behind `tag`; 0 where there is none. */
function tagIn(scanner: Scanner, isSend: boolean): number {
  if (scanner.try(/tag(?!\w)/y) === undefined) return 0;
  if (!isSend && scanner.try(/-1(?!\w)/y) !== undefined) return ANY;
  return wholeIn(scanner, "the number of the tag");
}

/** An operation ends at the end of its line, at a semicolon, or before the brace. */
function endOf(scanner: Scanner, expected: string): void {
  if (scanner.try(/;|(?=\})/y) === undefined) scanner.end(expected);
}

/** Every rank; those without a block do nothing. */
function all(
  ranks: ReadonlyMap<number, GoalRank>,
  rankCount: number | undefined,
  file: string | undefined,
  notes: Notes,
): readonly GoalRank[] {
  if (ranks.size === 0)
    throw new FabricError({
      code: "E_READING_EMPTY",
      message: "no rank in the file",
      where: { ...(file === undefined ? {} : { file }), line: 1, column: 1 },
      got: "nothing that names one",
      expected: "rank 0 { … }",
    });
  if (rankCount === undefined)
    notes.add("num_ranks is missing; the highest rank told", 0);
  const count =
    rankCount ?? [...ranks.keys()].reduce((a, b) => Math.max(a, b), 0) + 1;
  if (count > ranks.size)
    notes.add("ranks without a block do nothing", 0, count - ranks.size);
  const list = Array.from(
    { length: count },
    (_, rank) => ranks.get(rank) ?? [],
  );
  for (const operations of list)
    for (const { peer } of operations)
      if (peer >= count)
        throw new FabricError({
          code: "E_GOAL_RANK",
          message: "an operation names a rank that the file does not have",
          where: file === undefined ? {} : { file },
          got: String(peer),
          expected: `0 to ${count - 1}, or num_ranks`,
        });
  noteUnmatched({ ranks: list }, notes);
  return list;
}
