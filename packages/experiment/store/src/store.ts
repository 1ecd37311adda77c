import type { Json } from "@fabriclab/spec";

/**
 * Results by key. Every way to keep results (files today, a columnar file beside them later) offers just this.
 *
 * A store never answers with something else than what was put: what it cannot read back whole, it does not have.
 */
export interface Store {
  /** Whether `get` would find a whole result. */
  has(key: string): Promise<boolean>;
  /** The result, or undefined when there is none (or only a damaged one). */
  get(key: string): Promise<Json | undefined>;
  /** Keeps a result; afterwards `has(key)` is true, also for another process. Putting the same key again replaces it. */
  put(key: string, value: Json): Promise<void>;
}
