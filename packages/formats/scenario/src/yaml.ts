import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import {
  type Alias,
  type Document,
  LineCounter,
  type Node,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
} from "yaml";
import { joinBracketedNames } from "./bracketed-names.ts";
import { guidScalars } from "./guid-scalars.ts";
import { leftOpen } from "./left-open.ts";
import {
  type Located,
  type LocatedEntry,
  type Scalar,
  joinPath,
} from "./located.ts";
import { refuseTooLong } from "./too-long.ts";

/** Codes of the library under which it reports what is left open, at the place where it gave up. */
const MAYBE_OPEN: ReadonlySet<string> = new Set([
  "BAD_INDENT",
  "MISSING_CHAR",
  "MULTILINE_IMPLICIT_KEY",
]);

/** Values that the aliases of one file may stand for in all; a scenario has some dozens. */
const MAX_UNFOLDED = 100_000;

/** What was read last. Why: a command reads its scenario several times, for its sweep, its plugins and itself, and a tree never changes. */
let last:
  | { readonly text: string; readonly file: string; readonly root: Located }
  | undefined;

/**
 * Reads YAML 1.2 (JSON included) into a tree in which every value knows its line. The tree is shared: nobody changes it.
 *
 * @param file name for messages
 * @throws FabricError `E_SCENARIO_SYNTAX` (not YAML, or a key given twice), `E_SCENARIO_EMPTY`, `E_SCENARIO_DOCUMENTS` (more than one),
 * `E_SCENARIO_ALIAS` (of nothing, of a value that holds it, or of too much), `E_SCENARIO_TOO_LONG`
 */
export function readYaml(text: string, file: string): Located {
  if (last?.text === text && last.file === file) return last.root;
  refuseTooLong(text, file);
  const root = treeOf(text, file);
  last = { text, file, root };
  return root;
}

function treeOf(text: string, file: string): Located {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    customTags: guidScalars,
    lineCounter: lines,
    prettyErrors: false,
    // Why not here: the library compares every key with every other. `convert` looks each up.
    uniqueKeys: false,
  });
  const place = (offset: number, path?: string): ErrorPlace => {
    const { line, col } = lines.linePos(offset);
    return {
      file,
      line,
      column: col,
      ...(path === undefined ? {} : { path }),
    };
  };
  if (!Array.isArray(documents) || documents.length === 0) throw empty(file);
  const [document, second] = documents as Document.Parsed[];
  // Why warnings: a tag that nothing here knows is one, and would be passed over in silence.
  const error =
    document?.errors[0] ??
    document?.warnings.find(({ code }) => code === "TAG_RESOLVE_FAILED");
  const notYaml = (
    offset: number,
    code: string,
    why: string,
    hint = syntaxHint(code),
  ): FabricError => {
    const where = place(offset);
    return new FabricError({
      code: "E_SCENARIO_SYNTAX",
      message: `This is not YAML: ${why}`,
      where,
      got: text.split(/\r?\n/)[(where.line ?? 1) - 1]?.trim() ?? "",
      expected: "a YAML mapping such as `topology: { kind: fat-tree }`",
      hint,
    });
  };
  if (error?.code === "RESOURCE_EXHAUSTION") throw tooDeep(place(error.pos[0]));
  if (error !== undefined) {
    const open = MAYBE_OPEN.has(error.code)
      ? leftOpen(text, error.pos[0])
      : undefined;
    if (open === undefined)
      throw notYaml(error.pos[0], error.code, firstSentence(error.message));
    const { offset, opened, closed } = open;
    const until = place(error.pos[0]).line ?? 0;
    const mend =
      opened === closed
        ? `write the other ${closed}`
        : until === place(offset).line
          ? `write its ${closed} on this line`
          : `write its ${closed} before line ${until}, which cannot belong to it`;
    throw notYaml(
      offset,
      error.code,
      `the ${opened} that is opened here is never closed.`,
      mend,
    );
  }
  if (second !== undefined) {
    throw new FabricError({
      code: "E_SCENARIO_DOCUMENTS",
      message: "The file holds more than one YAML document.",
      where: place(second.range[0]),
      got: `${documents.length} documents`,
      expected: "one scenario per file",
      hint: "put what follows `---` into a file of its own",
    });
  }
  if (document?.contents == null) throw empty(file);
  joinBracketedNames(document, text);

  // Why: an alias may stand for a tree of aliases, so that a short file can unfold to more values than any memory holds.
  let unfolded = 0;
  const unfolding = new Set<Node>();
  const unfold = (alias: Alias, path: string, at: ErrorPlace): Located => {
    const name = `*${alias.source}`;
    const refuse = (message: string, expected: string): FabricError =>
      new FabricError({
        code: "E_SCENARIO_ALIAS",
        message,
        where: at,
        got: name,
        expected,
      });
    const target = alias.resolve(document);
    if (target === undefined)
      throw refuse(
        `No anchor is called ${alias.source}.`,
        `&${alias.source} before a value above this line`,
      );
    if (unfolding.has(target))
      throw refuse(
        `The anchor ${alias.source} holds itself.`,
        "an alias outside the value that it stands for",
      );
    unfolding.add(target);
    const value = convert(target, path, at);
    unfolding.delete(target);
    return value;
  };

  const convert = (
    node: Node | null,
    path: string,
    at: ErrorPlace,
  ): Located => {
    if (unfolding.size > 0 && ++unfolded > MAX_UNFOLDED) {
      throw new FabricError({
        code: "E_SCENARIO_ALIAS",
        message: "The aliases of the scenario unfold to too many values.",
        where: at,
        got: `more than ${MAX_UNFOLDED} values`,
        expected: `at most ${MAX_UNFOLDED}`,
        hint: "aliases of lists of aliases multiply; write the values out",
      });
    }
    if (isAlias(node)) return unfold(node, path, at);
    if (isMap(node)) {
      const entries = new Map<string, LocatedEntry>();
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : "?";
        const keyPath = joinPath(path, key);
        const keyAt = isNode(pair.key)
          ? place(pair.key.range?.[0] ?? 0, keyPath)
          : at;
        if (entries.has(key))
          throw notYaml(
            isNode(pair.key) ? (pair.key.range?.[0] ?? 0) : 0,
            "DUPLICATE_KEY",
            "Map keys must be unique.",
          );
        const value = isNode(pair.value) ? pair.value : null;
        const valueAt =
          value?.range == null ? keyAt : place(value.range[0], keyPath);
        entries.set(key, {
          at: keyAt,
          value: convert(value, keyPath, valueAt),
        });
      }
      return { type: "map", entries, at };
    }
    if (isSeq(node)) {
      const items = node.items.map((item, i) => {
        const itemPath = `${path}[${i}]`;
        const child = isNode(item) ? item : null;
        return convert(
          child,
          itemPath,
          child?.range == null ? at : place(child.range[0], itemPath),
        );
      });
      return { type: "list", items, at };
    }
    const value: unknown = isScalar(node) ? node.value : null;
    return { type: "scalar", value: value as Scalar, at };
  };
  const root = document.contents as unknown as Node;
  return convert(root, "", place(root.range?.[0] ?? 0));
}

const isNode = (value: unknown): value is Node =>
  isAlias(value) || isMap(value) || isSeq(value) || isScalar(value);

const empty = (file: string): FabricError =>
  new FabricError({
    code: "E_SCENARIO_EMPTY",
    message: "The scenario is empty.",
    where: { file, line: 1, column: 1 },
    got: "nothing",
    expected: "a mapping with at least topology, routing and traffic",
  });

/** Nothing in a scenario nests deeper than some ten levels; the library gives up at several hundred. */
const tooDeep = (where: ErrorPlace): FabricError =>
  new FabricError({
    code: "E_SCENARIO_SYNTAX",
    message: "Lists and mappings nest too deeply.",
    where,
    got: "hundreds of levels",
    expected: "a YAML mapping such as `topology: { kind: fat-tree }`",
    hint: "look for brackets, braces or dashes that were written many times",
  });

/** The library's message without the position that `where` already carries. */
const firstSentence = (message: string): string => {
  const line = message.split("\n")[0] ?? message;
  return line.endsWith(".") ? line : `${line}.`;
};

const syntaxHint = (code: string): string => {
  if (code === "TAG_RESOLVE_FAILED")
    return "Leave the tag out, and write the value itself; one that begins with ! stands in quotes.";
  switch (code) {
    case "DUPLICATE_KEY":
      return "Keep one of the two.";
    case "TAB_AS_INDENT":
      return "Indent with spaces.";
    case "BAD_INDENT":
    case "MULTILINE_IMPLICIT_KEY":
      return "Look at the indentation, and at a closing bracket or brace that may be missing.";
    default:
      return "Look for a missing closing bracket, brace or quote at or above this line.";
  }
};
