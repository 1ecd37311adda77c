import { npmName } from "@fabriclab/tooling-check";
import { kinds, kindsOf } from "./kinds.ts";
import type { PackageRequest } from "./request.ts";

/** What an author does next, where, and how to see it. */
export function nextSteps({ family, kind, name }: PackageRequest): string {
  const folder = `packages/${family}/${name}`;
  const npm = npmName(family, name);
  const isPlugin = kinds[kind]?.define !== undefined;
  const others = kindsOf(family).filter((one) => one !== kind);
  const what = isPlugin
    ? `a plugin of the kind ${kind}${others.length === 0 ? "" : ` (not ${others.join(", ")}: that is --kind)`}`
    : `a function of the family ${family} (no plugin, so --plugin does not load it)`;
  return [
    `${npm}, ${what}, is ready to be written:`,
    `  the algorithm   ${folder}/src/${name}.ts`,
    ...(isPlugin ? [`  its claims      ${folder}/src/plugin.ts`] : []),
    `  its test        pnpm unit ${folder}`,
    `  its README      pnpm packages:check --write ${folder} (names the sentences still to be written)`,
    isPlugin
      ? `  in a command    pnpm fabriclab --plugin ./${folder} …`
      : `  in a program    pnpm exec node --conditions=fabriclab-source ${folder}/examples/${name}.ts`,
  ].join("\n");
}
