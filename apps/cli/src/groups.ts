import { valueOf } from "@fabriclab/formats-scenario";
import {
  endportName,
  FabricError,
  hostHint,
  type ErrorPlace,
  type Fabric,
  type MulticastGroup,
} from "@fabriclab/spec";
import { endportIx, type EndportIx } from "@fabriclab/units";
import { YAMLParseError } from "yaml";
import { z } from "zod";
import { readText } from "./read-text.ts";

/** A multicast group as a user names it. */
export interface NamedGroup {
  readonly name: string;
  readonly members: readonly string[];
  readonly sources: readonly string[];
  /** For messages: the flag or the file. */
  readonly origin: string;
}

/**
 * `SOURCES=MEMBERS` or `MEMBERS`, lists of host names separated by commas: `P(000)=P(200),P(201)`. The sources before `=` need not be
 * members (they join send-only); without `=` every member is a source.
 *
 * @throws FabricError `E_CLI_BAD_GROUP`
 */
export function parseGroupFlag(text: string, index: number): NamedGroup {
  const at = splitOutside(text, "=");
  const [left = "", right] = at;
  const members = namesIn(right ?? left);
  const sources = right === undefined ? members : namesIn(left);
  if (at.length > 2 || members.length === 0 || sources.length === 0) {
    throw badGroup(text === "" ? '""' : text, { path: "--group" });
  }
  for (const names of [members, sources]) {
    refuseTwice(names, { path: `--group ${text}` });
  }
  return { name: `group ${index + 1}`, members, sources, origin: "--group" };
}

/** Why not merged in silence: who writes a host twice most likely meant another one. */
function refuseTwice(names: readonly string[], where: ErrorPlace): void {
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice === undefined) return;
  throw new FabricError({
    code: "E_CLI_BAD_GROUP",
    message: `A multicast group lists ${twice} twice.`,
    where,
    got: names.join(","),
    expected: "each host once",
  });
}

const fileSchema = z.array(
  z.strictObject({
    name: z.string().optional(),
    members: z.array(z.coerce.string()).min(1),
    sources: z.array(z.coerce.string()).optional(),
    sendOnly: z.array(z.coerce.string()).default([]),
  }),
);

/**
 * A file of groups: a YAML or JSON list of `{ name, members, sources, sendOnly }`. `sources` (default: every member and send-only member) must
 * have joined as one or the other.
 *
 * @throws FabricError `E_CLI_UNREADABLE_FILE`, `E_CLI_BAD_GROUP`, `E_CLI_SOURCE_NOT_A_MEMBER`
 */
export function readGroupFile(file: string): NamedGroup[] {
  const text = readText(file, "--groups");
  let value: unknown;
  try {
    value = valueOf(text);
  } catch (error) {
    const [start] =
      error instanceof YAMLParseError ? (error.linePos ?? []) : [];
    throw badGroup(
      error instanceof Error ? (error.message.split("\n")[0] ?? "") : "",
      {
        file,
        path: "--groups",
        ...(start === undefined ? {} : { line: start.line, column: start.col }),
      },
    );
  }
  const parsed = fileSchema.safeParse(value);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    const path = (issue?.path ?? [])
      .map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`))
      .join("");
    throw badGroup(issue?.message ?? "", {
      file,
      path: path === "" ? "--groups" : path,
    });
  }
  return parsed.data.map(({ name, members, sources, sendOnly }, i) => {
    const group = name ?? `group ${i + 1}`;
    const joined = [...members, ...sendOnly];
    for (const [key, names] of [
      ["members", members],
      ["sources", sources ?? []],
      ["sendOnly", sendOnly],
    ] as const) {
      refuseTwice(names, { file, path: `[${i}].${key}` });
    }
    const stranger = sources?.find((source) => !joined.includes(source));
    if (stranger !== undefined) {
      throw new FabricError({
        code: "E_CLI_SOURCE_NOT_A_MEMBER",
        message: `${stranger} sends to ${group} but has not joined it.`,
        where: { file, path: group },
        got: stranger,
        expected: `one of ${joined.join(", ")}`,
        hint: "add it to members, or to sendOnly if it shall not receive",
      });
    }
    return { name: group, members, sources: sources ?? joined, origin: file };
  });
}

/**
 * The groups as the builders of multicast tables take them.
 *
 * @throws FabricError `E_CLI_UNKNOWN_HOST`
 */
export function resolveGroups(
  fabric: Fabric,
  groups: readonly NamedGroup[],
): MulticastGroup[] {
  const byName = new Map<string, EndportIx[]>();
  for (let i = fabric.switchCount; i < fabric.endportCount; i++) {
    const endport = endportIx(i);
    const name = endportName(fabric, endport);
    byName.set(name, [...(byName.get(name) ?? []), endport]);
  }
  const find = (name: string, group: NamedGroup): EndportIx => {
    const found = byName.get(name) ?? [];
    if (found.length === 1 && found[0] !== undefined) return found[0];
    const hint = hostHint(name, [...byName.keys()]);
    const some = [...byName.keys()].slice(0, 4).join(", ");
    throw new FabricError({
      code: "E_CLI_UNKNOWN_HOST",
      message:
        found.length > 1
          ? `${found.length} hosts are called ${name}.`
          : `The fabric has no host called ${name}.`,
      where: { path: `${group.origin}, ${group.name}` },
      got: name,
      expected: `a host's NodeDescription, such as ${some}`,
      ...(hint === undefined || found.length > 1 ? {} : { hint }),
    });
  };
  return groups.map((group, id) => ({
    id,
    name: group.name,
    members: group.members.map((name) => find(name, group)),
    sources: group.sources.map((name) => find(name, group)),
  }));
}

const namesIn = (text: string): string[] =>
  splitOutside(text, ",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** Splits at a character outside parentheses and angle brackets: `H(3,2)` is one name. */
function splitOutside(text: string, at: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const letter of text) {
    if ("(<[".includes(letter)) depth++;
    if (")>]".includes(letter)) depth--;
    if (letter === at && depth === 0) {
      parts.push(part);
      part = "";
    } else part += letter;
  }
  return [...parts, part];
}

const badGroup = (got: string, where: ErrorPlace): FabricError =>
  new FabricError({
    code: "E_CLI_BAD_GROUP",
    message: "A multicast group is not written as it should be.",
    where,
    got,
    expected:
      where.file === undefined
        ? "SOURCES=MEMBERS or MEMBERS, such as 'P(000)=P(200),P(201)'"
        : "a list of { name, members: […], sources: […], sendOnly: […] }",
  });
