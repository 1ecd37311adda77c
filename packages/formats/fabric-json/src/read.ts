import { FabricBuilder, type NodeRef } from "@fabriclab/fabric";
import {
  excerpt,
  FabricError,
  type ErrorPlace,
  type Fabric,
} from "@fabriclab/spec";
import type { Ps } from "@fabriclab/units";
import { fabricFile, type FabricFile } from "./schema.ts";

/** How a file is to be read. */
export interface ReadOptions {
  /** Named in errors. */
  readonly file?: string;
}

/**
 * Reads what `writeFabricJson` writes.
 *
 * @throws FabricError E_FABRIC_JSON_SYNTAX (with line and column), E_FABRIC_JSON_VERSION, E_FABRIC_JSON_SHAPE (with the path), and what the builder
 * refuses (`E_FABRIC_…`) with the path.
 */
export function readFabricJson(
  text: string,
  options: ReadOptions = {},
): Fabric {
  const place: ErrorPlace =
    options.file === undefined ? {} : { file: options.file };
  const data = parse(text, place);
  const version = (data as { version?: unknown } | null)?.version;
  if (typeof version === "number" && version !== 1) {
    throw new FabricError({
      code: "E_FABRIC_JSON_VERSION",
      message: "the file has another version",
      where: { ...place, path: "version" },
      got: String(version),
      expected: "1",
    });
  }
  const checked = fabricFile.safeParse(data);
  if (checked.success) return build(checked.data, place);
  const issue = checked.error.issues[0];
  const path = (issue?.path ?? [])
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
    .join("")
    .replace(/^\./, "");
  throw new FabricError({
    code: "E_FABRIC_JSON_SHAPE",
    message: "the file is not a fabric",
    where: { ...place, ...(path === "" ? {} : { path }) },
    got: shown(at(data, issue?.path ?? [])),
    expected:
      issue?.code === "unrecognized_keys"
        ? `no key ${issue.keys.join(", ")}`
        : (issue?.message
            .replace(/^Invalid input: expected /, "")
            .replace(/, received .*$/, "") ?? "a fabric of version 1"),
  });
}

/** What stands at a path; undefined where nothing does. */
function at(value: unknown, path: readonly PropertyKey[]): unknown {
  let here = value;
  for (const key of path) {
    if (typeof here !== "object" || here === null) return undefined;
    here = (here as Readonly<Record<PropertyKey, unknown>>)[key];
  }
  return here;
}

/** Longest piece of a value that is printed. */
const MOST_SHOWN = 80;

function shown(value: unknown): string {
  if (value === undefined) return "nothing";
  return excerpt(JSON.stringify(value), MOST_SHOWN);
}

function parse(text: string, place: ErrorPlace): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, "")) as unknown;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const offset = Number(
      /position (\d+)/.exec(message)?.[1] ?? (isCut(message) ? text.length : 0),
    );
    const before = text.slice(0, offset).split("\n");
    throw new FabricError({
      code: "E_FABRIC_JSON_SYNTAX",
      message: "the file is not JSON",
      where: {
        ...place,
        line: before.length,
        column: (before.at(-1)?.length ?? 0) + 1,
      },
      got: message,
      expected: "a JSON document",
      cause: error,
    });
  }
}

/** V8 names a position but where the text ends too early, or is wrong near its start. */
const isCut = (message: string): boolean =>
  /end of JSON|Unterminated/.test(message);

function build(file: FabricFile, place: ErrorPlace): Fabric {
  const builder = new FabricBuilder(file.name);
  const nodes: NodeRef[] = [];
  const add = (
    ref: NodeRef,
    made: { guidMadeUp?: true | undefined; portsMadeUp?: true | undefined },
  ): void => {
    nodes.push(ref);
    if (made.guidMadeUp === true) builder.markGuidMadeUp(ref);
    if (made.portsMadeUp === true) builder.markRadixMadeUp(ref);
  };
  const at = (path: string, make: () => void): void => {
    try {
      make();
    } catch (error) {
      throw FabricError.is(error)
        ? new FabricError({ ...parts(error), where: { ...place, path } })
        : error;
    }
  };
  for (const [index, node] of file.switches.entries())
    at(`switches[${index}]`, () =>
      add(builder.addSwitch(node.name, node.ports, BigInt(node.guid)), node),
    );
  for (const [index, node] of file.hosts.entries()) {
    const guids = new Map(
      (node.portGuids ?? []).map((guid, port) => [port + 1, BigInt(guid)]),
    );
    at(`hosts[${index}]`, () =>
      add(
        builder.addHost(node.name, node.ports, BigInt(node.guid), guids),
        node,
      ),
    );
  }
  for (const [index, link] of file.links.entries()) {
    at(`links[${index}]`, () => {
      const [, width, speed] = /^([0-9]+)x(.*)$/.exec(link.rate) ?? [];
      builder.connect(
        reach(nodes, link.from[0]),
        link.from[1],
        reach(nodes, link.to[0]),
        link.to[1],
        {
          width: Number(width),
          speed: speed ?? "",
          flight: link.flightPs as Ps,
        },
      );
    });
  }
  return builder.build();
}

function reach(nodes: readonly NodeRef[], index: number): NodeRef {
  const node = nodes[index];
  if (node !== undefined) return node;
  throw new FabricError({
    code: "E_FABRIC_JSON_NODE",
    message: "a cable to a node that the file does not have",
    got: String(index),
    expected: `a node from 0 to ${nodes.length - 1}`,
  });
}

/** The parts of an error, so that its place in the fabric can be said in the file's terms. */
function parts(
  error: FabricError,
): ConstructorParameters<typeof FabricError>[0] {
  return {
    code: error.code,
    message:
      error.where.path === undefined
        ? error.message
        : `${error.where.path}: ${error.message}`,
    ...(error.got === undefined ? {} : { got: error.got }),
    ...(error.expected === undefined ? {} : { expected: error.expected }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
  };
}
