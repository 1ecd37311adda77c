import type { Params } from "@fabriclab/spec";
import { z } from "zod";
import type { Broken } from "./broken.ts";

/** What every plugin is as a document. */
interface Documented {
  readonly summary: string;
  readonly params: Params;
}

/** A plugin that is right, spoilt as a document: no kit may pass one of these, and no other check may fail. */
export function badDocuments<Plugin extends Documented, Setup>(
  right: Plugin,
  setup: Setup,
): Broken<Plugin, Setup>[] {
  return [
    {
      fails: "name, summary and citations are in order",
      plugin: { ...right, summary: "no sentence" },
      setup,
    },
    {
      fails: "every parameter has a description and a unit",
      plugin: { ...right, params: z.object({ depth: z.int().default(1) }) },
      setup,
    },
    {
      fails: "an unknown parameter is refused",
      plugin: { ...right, params: takesAll() },
      setup,
    },
    {
      fails: "an unknown key inside a parameter is refused",
      plugin: { ...right, params: z.object({ mix: lax() }) },
      setup,
    },
    {
      fails: "options without effect are parameters",
      plugin: { ...right, withoutEffect: () => ({ noSuchParameter: "" }) },
      setup,
    },
  ];
}

/** A parameter that holds an object and drops the keys of it that it does not know. */
const lax = () =>
  z
    .object({ depth: z.int().default(1) })
    .prefault({})
    .describe("how deep")
    .meta({ unit: "1" });

/** A parameter table that accepts any key, whatever is thrown by strict(). */
function takesAll(): Params {
  const loose = z.looseObject({});
  return Object.assign(loose, { strict: () => loose });
}
