import type { MetricPlugin, TrafficPlugin, ValueText } from "@fabriclab/spec";

/** What an experiment or a scenario measures and sends. */
interface Parts {
  readonly metrics: readonly { readonly plugin: unknown }[];
  readonly traffic: readonly { readonly plugin: unknown }[];
}

/** What the traffic entries are called; null where one has no name. */
export const entriesOf = ({
  traffic,
}: {
  readonly traffic: readonly { readonly name?: string }[];
}): (string | null)[] => traffic.map(({ name }) => name ?? null);

/** What metrics and traffic say of the values that they give. */
export function valuesOf({
  metrics,
  traffic,
}: Parts): Readonly<Record<string, ValueText>> {
  const plugins = [...metrics, ...traffic].map(
    ({ plugin }) => plugin as MetricPlugin | TrafficPlugin,
  );
  return Object.fromEntries(
    plugins.flatMap(({ values = {} }) => Object.entries(values)),
  );
}
