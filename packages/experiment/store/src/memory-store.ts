import type { Json } from "@fabriclab/spec";
import type { Store } from "./store.ts";

/** A store that lives as long as the process: for tests, and for runs that are to leave nothing behind. */
export function memoryStore(): Store & { readonly size: number } {
  // Text, not values: what comes out must not be changed by who put it in.
  const texts = new Map<string, string>();
  return {
    get size() {
      return texts.size;
    },
    has: (key) => Promise.resolve(texts.has(key)),
    get: (key) => {
      const text = texts.get(key);
      return Promise.resolve(
        text === undefined ? undefined : (JSON.parse(text) as Json),
      );
    },
    put: (key, value) => {
      texts.set(key, JSON.stringify(value));
      return Promise.resolve();
    },
  };
}
