import { readFileSync } from "node:fs";
import { sharedFile } from "./shared-file.ts";

/** The worked examples of the papers: `vectors["001"]` and so on, as they stand in the file. */
// oxlint-disable-next-line typescript/no-explicit-any -- free-form data; every test knows the part that it reads
export type Vectors = Readonly<Record<string, any>>;

/** The worked examples of one paper (`000`, `001`, `003`, `004`); undefined where the file is absent. */
export function readVectors(paper: string): Vectors | undefined {
  const path = sharedFile("vectors.json");
  if (path === undefined) return undefined;
  const all = JSON.parse(readFileSync(path, "utf8")) as Record<string, Vectors>;
  return all[paper];
}
