import { parseOptions } from "@fabriclab/spec";
import type { AnyPlugin } from "./any-plugin.ts";
import { check, type Check, type Finding } from "./check.ts";
import { unknownIdleOption } from "./idle-options.ts";

/** A zod field, as far as it is looked at; optional, default and prefault wrap an inner field that may hold the documents. */
interface Field {
  meta(): Documented | undefined;
  readonly shape?: Readonly<Record<string, Field>>;
  readonly def?: {
    readonly type?: string;
    readonly innerType?: Field;
    readonly in?: Field;
    readonly element?: Field;
    readonly options?: readonly Field[];
    readonly catchall?: Field;
  };
}

/** Whether an object somewhere in a field takes keys that it does not know. */
function isLax(field: Field): boolean {
  const { def = {}, shape } = field;
  // With a `kind` it is a plugin of its own, whose options are read by what it names.
  if (shape !== undefined && "kind" in shape) return false;
  if (shape !== undefined)
    return (
      def.catchall?.def?.type !== "never" || Object.values(shape).some(isLax)
    );
  return [def.innerType, def.in, def.element, ...(def.options ?? [])].some(
    (inner) => inner !== undefined && isLax(inner),
  );
}

/** What a field or the fields that it wraps say about it. */
function metaOf(field: Field | undefined): Documented {
  if (field === undefined) return {};
  return { ...metaOf(field.def?.innerType), ...field.meta() };
}

interface Documented {
  readonly description?: string;
  readonly unit?: unknown;
}

/** Checks of a plugin as a document: names, summary, citations, parameters. */
export function documentChecks(plugin: AnyPlugin): Check[] {
  const where = `${plugin.kind} ${plugin.name}`;
  return [
    check("name, summary and citations are in order", () => {
      const wrong = (what: string, todo: string): Finding => ({
        what,
        where,
        todo,
      });
      if (plugin.spec !== "1")
        return wrong(
          `spec is ${plugin.spec}`,
          "make the plugin with a define… function of @fabriclab/spec",
        );
      if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(plugin.name))
        return wrong(
          `the name ${plugin.name} is not kebab-case`,
          "use lower-case letters, figures and single hyphens",
        );
      if (!/^[A-Z0-9`].*\.$/s.test(plugin.summary))
        return wrong(
          `the summary is no sentence: ${plugin.summary}`,
          "begin with a capital and end with a full stop",
        );
      for (const cite of plugin.cites)
        if (cite.key === "" || cite.title === "" || !(cite.year > 1900))
          return wrong(
            `the citation ${cite.key} lacks a key, a title or a year`,
            "complete it",
          );
      return undefined;
    }),
    check("every parameter has a description and a unit", () => {
      for (const [key, field] of Object.entries(
        plugin.params.shape as Record<string, Field>,
      )) {
        const meta = metaOf(field);
        const place = `${where}, parameter ${key}`;
        if (meta.description === undefined || meta.description === "")
          return {
            what: "no description",
            where: place,
            todo: `add .describe("…") to ${key}`,
          };
        if (meta.unit === undefined)
          return {
            what: "no unit",
            where: place,
            todo: `make ${key} with a …Param function of @fabriclab/spec, or add .meta({ unit: … })`,
          };
      }
      return undefined;
    }),
    check("an unknown parameter is refused", () => {
      try {
        parseOptions(plugin, { noSuchParameterExists: 1 });
      } catch {
        return undefined;
      }
      return {
        what: "noSuchParameterExists was accepted",
        where,
        todo: "make params with z.object({ … }), without loose() or catchall()",
      };
    }),
    check("an unknown key inside a parameter is refused", () => {
      for (const [key, field] of Object.entries(
        plugin.params.shape as Record<string, Field>,
      ))
        if (isLax(field))
          return {
            what: `${key} holds an object that takes any key`,
            where,
            todo: "make the objects inside params with z.strictObject({ … })",
          };
      return undefined;
    }),
    check("options without effect are parameters", () =>
      unknownIdleOption(plugin),
    ),
  ];
}
