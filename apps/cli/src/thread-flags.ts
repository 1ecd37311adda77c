/** Node's flags for threads: they must resolve workspace packages as this process does, from sources when it runs from sources. */
export function threadFlags(): string[] {
  const condition = "--conditions=fabriclab-source";
  const flags = process.execArgv.filter((flag) => flag !== condition);
  return import.meta.url.endsWith(".ts") ? [...flags, condition] : flags;
}
