import { isAbsolute, join } from "node:path";
import { defineTopology, nameParam, type Fabric } from "@fabriclab/spec";
import { z } from "zod";
import { readableFormats } from "./fabric-formats.ts";
import { readFabricFile } from "./fabric-file.ts";

/** Takes one line for the user. */
export type Tell = (text: string) => void;

/**
 * The topology that stands in a file: what ibnetdiscover printed of a real fabric, or what `fabriclab topology` wrote.
 *
 * @param folder against which a relative path is resolved: the scenario's
 * @param tell what the reader passed over, once for each file; default: nobody, as in threads, whose files the command has read before them
 */
export const fileTopology = (folder: string, tell?: Tell) => {
  const told = new Set<string>();
  const read = (path: string): Fabric => {
    // Why not from the root: a fabric without a name is called by its file, and results should not differ by where a folder is.
    const file = isAbsolute(path) ? path : join(folder, path);
    const { fabric, notes } = readFabricFile(file, "path");
    if (!told.has(file)) for (const one of notes) tell?.(one);
    told.add(file);
    return fabric;
  };
  return defineTopology({
    name: "file",
    summary: `A fabric from a file, told by its first lines: ${readableFormats.join(", ")}.`,
    cites: [],
    params: z.object({
      path: nameParam().describe(
        "The file, relative to the scenario; where its first lines do not say its format, the ending of its name does.",
      ),
    }),
    // what a file holds is known when it is read, so there is nothing to claim beforehand
    claims: {
      switches: ({ path }) => read(path).switchCount,
      hosts: ({ path }) => read(path).hostCount,
      links: ({ path }) => read(path).linkCount,
    },
    build: ({ path }) => read(path),
  });
};
