import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import {
  type Document,
  LineCounter,
  type Node,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  parseAllDocuments,
} from "yaml";
import {
  type Located,
  type LocatedEntry,
  type Scalar,
  joinPath,
} from "./located.ts";

/**
 * Reads YAML 1.2 (JSON included) into a tree in which every value knows its line.
 *
 * @param file name for messages
 * @throws FabricError `E_SCENARIO_SYNTAX` (not YAML, or a key given twice), `E_SCENARIO_EMPTY`, `E_SCENARIO_DOCUMENTS` (more than one)
 */
export function readYaml(text: string, file: string): Located {
  const lines = new LineCounter();
  const documents = parseAllDocuments(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: true,
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
  const error = document?.errors[0];
  if (error !== undefined) {
    const where = place(error.pos[0]);
    throw new FabricError({
      code: "E_SCENARIO_SYNTAX",
      message: `This is not YAML: ${firstSentence(error.message)}`,
      where,
      got: text.split(/\r?\n/)[(where.line ?? 1) - 1]?.trim() ?? "",
      expected: "a YAML mapping such as `topology: { kind: fat-tree }`",
      hint: syntaxHint(error.code),
    });
  }
  if (second !== undefined) {
    throw new FabricError({
      code: "E_SCENARIO_DOCUMENTS",
      message: "The file holds more than one YAML document.",
      where: place(second.range[0]),
      expected: "one scenario per file",
      hint: "Put what follows `---` into a file of its own.",
    });
  }
  if (document?.contents == null) throw empty(file);

  const convert = (
    node: Node | null,
    path: string,
    at: ErrorPlace,
  ): Located => {
    if (isAlias(node)) {
      const target = node.resolve(document);
      return convert(target ?? null, path, at);
    }
    if (isMap(node)) {
      const entries = new Map<string, LocatedEntry>();
      for (const pair of node.items) {
        const key = isScalar(pair.key) ? String(pair.key.value) : "?";
        const keyPath = joinPath(path, key);
        const keyAt = isNode(pair.key)
          ? place(pair.key.range?.[0] ?? 0, keyPath)
          : at;
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
    expected: "a mapping with at least topology, routing and traffic",
  });

/** The library's message without the position that `where` already carries. */
const firstSentence = (message: string): string => {
  const line = message.split("\n")[0] ?? message;
  return line.endsWith(".") ? line : `${line}.`;
};

const syntaxHint = (code: string): string => {
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
