import { npmName, placeholders } from "@fabriclab/tooling-check";
import { kinds, type Kind } from "./kinds.ts";
import { conformance, testFile } from "./conformance.ts";
import type { Citation, PackageRequest } from "./request.ts";

/** Content of a new package, besides what every package has alike. */
export interface Skeleton {
  readonly dependencies: Readonly<Record<string, string>>;
  /** By path in the package. */
  readonly texts: Readonly<Record<string, string>>;
}

/** The names that one kebab-case name turns into. */
export interface Names {
  readonly kebab: string;
  readonly camel: string;
  readonly pascal: string;
  readonly constant: string;
}

export function namesOf(kebab: string): Names {
  const camel = kebab.replaceAll(/-(.)/g, (_, letter: string) =>
    letter.toUpperCase(),
  );
  return {
    kebab,
    camel,
    pascal: `${camel.charAt(0).toUpperCase()}${camel.slice(1)}`,
    constant: kebab.toUpperCase().replaceAll("-", "_"),
  };
}

const literal = (value: unknown): string => JSON.stringify(value);

function citationText(cite: Citation): string {
  const doi = cite.doi === undefined ? "" : `, doi ${cite.doi}`;
  return `${cite.authors}: ${cite.title}. ${cite.venue}, ${cite.year}${doi}`;
}

/** `build` + `MyEngine`, the function that does the work. */
function functionName(kind: Kind, names: Names): string {
  return `${kind.method}${names.pascal}`;
}

/** Names of the parameters. */
function takenNames(kind: Kind): string[] {
  return kind.takes.map((parameter) => parameter.split(":")[0] ?? "");
}

function algorithm(kind: Kind, names: Names, request: PackageRequest): string {
  const types = [...kind.types]
    .sort()
    .map((name) => `type ${name}`)
    .join(", ");
  const cite =
    request.cite === undefined ? "" : ` *\n * ${citationText(request.cite)}\n`;
  return `import { FabricError, ${types} } from "@fabriclab/spec";

/**
 * ${request.summary}
${cite} */
export function ${functionName(kind, names)}(${kind.takes.map((p) => `_${p}`).join(", ")}): ${kind.returns} {
  throw new FabricError({
    code: "E_${names.constant}_NOT_WRITTEN",
    message: "the algorithm of ${names.kebab} is not written yet",
    hint: "write it in packages/${request.family}/${names.kebab}/src/${names.kebab}.ts",
  });
}
`;
}

function plugin(kind: Kind, names: Names, request: PackageRequest): string {
  const call = functionName(kind, names);
  if (kind.define === undefined)
    return `export { ${call} } from "./${names.kebab}.ts";\n`;
  const taken = takenNames(kind).join(", ");
  return `import { ${kind.define} } from "@fabriclab/spec";
import { z } from "zod";
import { ${call} } from "./${names.kebab}.ts";

/** ${request.summary} */
export const ${names.camel} = ${kind.define}({
  name: ${literal(names.kebab)},
  summary: ${literal(request.summary)},
  cites: [${request.cite === undefined ? "" : literal(request.cite)}],
  params: z.object({}),
  claims: ${kind.claims},
${kind.more === undefined ? "" : `  ${kind.more}\n`}  ${kind.method}: (${taken}) => ${call}(${taken}),
});
`;
}

function readme(kind: Kind, names: Names, request: PackageRequest): string {
  const npm = npmName(request.family, names.kebab);
  const exported =
    kind.define === undefined ? functionName(kind, names) : names.camel;
  return `# ${npm}

${request.summary}

${placeholders.when}

${placeholders.notWhen}

\`\`\`ts
import { ${exported} } from "${npm}";
\`\`\`

## How it works

${placeholders.section}

## Limits

${placeholders.section}

<!-- generated:begin -->
<!-- generated:end -->
`;
}

function example(
  kind: Kind,
  names: Names,
  request: PackageRequest,
): Record<string, string> {
  const npm = npmName(request.family, names.kebab);
  const exported =
    kind.define === undefined ? functionName(kind, names) : names.camel;
  const shown =
    kind.define === undefined ? `${exported}.name` : `${exported}.summary`;
  const printed = kind.define === undefined ? exported : request.summary;
  return {
    [`examples/${names.kebab}.ts`]: `import { ${exported} } from "${npm}";

console.log(${shown});
`,
    [`examples/${names.kebab}.out`]: `${printed}\n`,
  };
}

/** Besides `spec`, what most packages of a family import, so that an author need not install before the first line; knip names what stays unused. */
const usual: Readonly<Record<string, readonly string[]>> = {
  topology: ["fabric", "units"],
  addressing: ["units"],
  routing: ["paths", "units"],
  tables: ["units"],
  switch: ["units"],
  traffic: ["units"],
  analysis: ["paths", "units"],
  formats: ["fabric", "units"],
};

/** The files of a new package. */
export function skeleton(request: PackageRequest): Skeleton {
  const kind = kinds[request.kind];
  if (kind === undefined) throw new Error(`no kind ${request.kind}`);
  const names = namesOf(request.name);
  const isPlugin = kind.define !== undefined;
  const exported = isPlugin ? names.camel : functionName(kind, names);
  return {
    dependencies: {
      "@fabriclab/spec": "workspace:^",
      ...Object.fromEntries(
        (usual[request.family] ?? []).map((name) => [
          `@fabriclab/${name}`,
          "workspace:^",
        ]),
      ),
      ...(isPlugin ? { zod: "catalog:" } : {}),
    },
    texts: {
      "tsconfig.json": `{
  "extends": "../../../tooling/tsconfig/library.json",
  "include": ["src", "test", "bench", "examples", "*.ts"]
}
`,
      "tsup.config.ts": `import { library } from "@fabriclab/tooling-tsup";

export default library();
`,
      "vitest.config.ts": `import { project } from "@fabriclab/tooling-vitest";

export default project();
`,
      "src/index.ts": `export { ${exported} } from "./plugin.ts";\n`,
      "src/plugin.ts": plugin(kind, names, request),
      [`src/${names.kebab}.ts`]: algorithm(kind, names, request),
      [testFile(request.kind, names.kebab)]: conformance(
        request.kind,
        exported,
      ),
      ...example(kind, names, request),
      "README.md": readme(kind, names, request),
    },
  };
}
