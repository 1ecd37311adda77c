import type { Tell } from "../topology-file.ts";

/** Tells each thing once: of the points of a sweep each reads the same files. */
export function eachOnce(tell: Tell): Tell {
  const told = new Set<string>();
  return (text) => {
    if (told.has(text)) return;
    told.add(text);
    tell(text);
  };
}
