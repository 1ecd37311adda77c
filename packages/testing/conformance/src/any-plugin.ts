import type { Params } from "@fabriclab/spec";

/** What all plugins have in common. */
export interface AnyPlugin {
  readonly spec: string;
  readonly kind: string;
  readonly name: string;
  readonly summary: string;
  readonly cites: readonly {
    readonly key: string;
    readonly title: string;
    readonly year: number;
  }[];
  readonly params: Params;
  // A method, as the plugins have it, so that one of any options is taken.
  withoutEffect?(
    options: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, string>>;
}
