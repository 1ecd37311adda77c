import { FabricError, type ErrorPlace } from "@fabriclab/spec";
import { parseDocument } from "yaml";
import { joinBracketedNames } from "./bracketed-names.ts";
import { guidScalars } from "./guid-scalars.ts";
import { plainNumbers } from "./plain-numbers.ts";

/** One `key=value`, as given on a command line. */
export interface Override {
  /** A full path (`traffic[0].load`) or a key that occurs once (`load`). */
  readonly path: string;
  readonly value: unknown;
  /** The flag, for messages: `--set load=0.4`. */
  readonly flag: string;
  /** Where it is written, where that is in a file. */
  readonly at?: ErrorPlace;
}

/**
 * Reads `key=value`; the value is YAML, so `8` is a number, `256B` a string, `0x200000` a GUID and `[1, 2]` a list. A
 * plain text of several lines stays as it is written.
 *
 * @throws FabricError `E_SCENARIO_BAD_OVERRIDE`
 */
export function parseOverride(text: string, flag = "--set"): Override {
  const at = text.indexOf("=");
  const refuse = (message: string, hint?: string): FabricError =>
    new FabricError({
      code: "E_SCENARIO_BAD_OVERRIDE",
      message,
      where: { path: flag },
      got: text,
      expected: "key=value, such as load=0.4 or traffic[0].load=0.4",
      ...(hint === undefined ? {} : { hint }),
    });
  if (at <= 0) throw refuse("An override needs a key, `=` and a value.");
  const source = text.slice(at + 1);
  if (source.trim() === "") throw refuse("An override needs a value.");
  try {
    return {
      path: text.slice(0, at).trim(),
      value: plainNumbers(source) ?? ownLines(source, valueOf(source)),
      flag: `${flag} ${flag === "--set" ? text : source}`,
    };
  } catch {
    throw refuse(
      "The value of an override is not YAML.",
      isListInside(source)
        ? `several values stand in brackets: ${text.slice(0, at + 1)}[${source}]`
        : undefined,
    );
  }
}

/** Whether a text is what stands in the brackets of a list: `{ kind: shift }, { kind: uniform }`. */
function isListInside(source: string): boolean {
  try {
    return Array.isArray(valueOf(`[${source}]`));
  } catch {
    return false;
  }
}

/** A text of several lines without quotes keeps them, as a file's content on a command line needs; YAML would fold them into one. */
function ownLines(source: string, value: unknown): unknown {
  const isPlain = typeof value === "string" && !/^\s*["'|>]/.test(source);
  return isPlain && source.trim().includes("\n") ? source : value;
}

/**
 * The value of a text in YAML as scenarios write it: wide hexadecimal numbers are text (GUIDs), and a name such as `SW<0,0>` is one also within a list.
 *
 * @throws YAMLParseError, or the YAMLWarning of a tag that nothing here knows
 */
export function valueOf(yaml: string): unknown {
  const document = parseDocument(yaml, { customTags: guidScalars });
  // Why warnings: an unknown tag is one, and would be passed over.
  const [flaw] = [...document.errors, ...document.warnings];
  if (flaw !== undefined) throw flaw;
  joinBracketedNames(document, yaml);
  return document.toJS();
}
