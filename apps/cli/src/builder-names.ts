import { fitsKey, keyNamed, type Registry } from "@fabriclab/formats-scenario";

/** Names by which `--multicast` knows the builders of multicast tables, the short ones where there are: `union, spanning-tree, …`. */
export const multicastBuilders = ({ tables = [] }: Registry): string =>
  tables
    .filter((plugin) => fitsKey(plugin, keyNamed("multicast")))
    .map(({ name }) => name.replace(/^multicast-/, ""))
    .join(", ");
