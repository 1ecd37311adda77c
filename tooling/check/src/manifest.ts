import { npmName } from "./workspace.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Condition under which the workspace reads sources instead of builds. */
const sourceCondition = "fabriclab-source";

const presets = {
  "@fabriclab/tooling-tsup": "workspace:*",
  "@fabriclab/tooling-vitest": "workspace:*",
};

function sorted(fields: Fields): Fields {
  return Object.fromEntries(
    Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

/** `./name` -> its source and its build; `.` is index. */
function entryPoint(path: string): Fields {
  const file = path === "." ? "index" : path.slice(2);
  return {
    [sourceCondition]: `./src/${file}.ts`,
    types: `./dist/${file}.d.ts`,
    default: `./dist/${file}.js`,
  };
}

function withoutSource(exports: Fields): Fields {
  return Object.fromEntries(
    Object.entries(exports).map(([path, target]) => {
      if (typeof target !== "object" || target === null) return [path, target];
      const { [sourceCondition]: _, ...rest } = target as Fields;
      return [path, rest];
    }),
  );
}

/**
 * What the package.json of a library has to be, given what only it can know: version, keywords, dependencies and further entry points, and a
 * description, which is what its README says first.
 */
export function canonicalManifest(
  family: string,
  shortName: string,
  own: Fields,
): Fields {
  const ownExports = (own["exports"] ?? {}) as Fields;
  const further = Object.keys(ownExports).filter(
    (path) => path !== "." && path !== "./package.json",
  );
  const exports = {
    ...Object.fromEntries([".", ...further].map((p) => [p, entryPoint(p)])),
    "./package.json": "./package.json",
  };
  const dependencies = sorted((own["dependencies"] ?? {}) as Fields);
  return {
    name: npmName(family, shortName),
    version: own["version"] ?? "0.0.0",
    description: own["description"] ?? "",
    ...(own["keywords"] === undefined ? {} : { keywords: own["keywords"] }),
    license: "MIT",
    type: "module",
    sideEffects: false,
    files: ["dist", "examples", "README.md", "CHANGELOG.md"],
    exports,
    engines: { node: ">=20.19" },
    scripts: {
      build: "tsup",
      typecheck: "tsc -p tsconfig.json",
      publint: "publint --strict && attw --pack . --profile esm-only",
    },
    ...(Object.keys(dependencies).length === 0 ? {} : { dependencies }),
    ...Object.fromEntries(
      ["optionalDependencies", "peerDependencies", "peerDependenciesMeta"]
        .filter((key) => own[key] !== undefined)
        .map((key) => [key, sorted(own[key] as Fields)]),
    ),
    devDependencies: sorted({
      ...((own["devDependencies"] ?? {}) as Fields),
      ...presets,
    }),
    publishConfig: { access: "public", exports: withoutSource(exports) },
  };
}

export function manifestText(manifest: Fields): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/** Lines in which two texts differ, for a message. */
export function firstDifference(got: string, expected: string): string {
  const a = got.split("\n");
  const b = expected.split("\n");
  const at = a.findIndex((line, i) => line !== b[i]);
  const line = at === -1 ? a.length : at;
  return `line ${line + 1}: '${(a[line] ?? "").trim()}', expected '${(b[line] ?? "").trim()}'`;
}

/** Versions are given once for the workspace: siblings `workspace:^`, the rest in the catalog. */
export function badRanges(own: Fields): string[] {
  const problems: string[] = [];
  for (const kind of ["dependencies", "optionalDependencies"]) {
    for (const [name, range] of Object.entries((own[kind] ?? {}) as Fields)) {
      const expected = name.startsWith("@fabriclab/")
        ? "workspace:^"
        : "catalog:";
      if (range !== expected)
        problems.push(`${kind}: '${name}' must be '${expected}'`);
    }
  }
  return problems;
}
