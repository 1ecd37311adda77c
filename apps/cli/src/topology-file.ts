import { resolve } from "node:path";
import { defineTopology, nameParam } from "@fabriclab/spec";
import { z } from "zod";
import { readFabricFile } from "./fabric-file.ts";

/**
 * The topology that stands in a file: what ibnetdiscover printed of a real fabric, or what `fabriclab topology` wrote.
 *
 * @param folder against which a relative path is resolved: the scenario's
 */
export const fileTopology = (folder: string) =>
  defineTopology({
    name: "file",
    summary:
      "A fabric from a file: ibnetdiscover's output or fabriclab's JSON.",
    cites: [],
    params: z.object({
      path: nameParam().describe(
        "The file, relative to the scenario; its name ends in .topo, .ibnetdiscover or .json.",
      ),
    }),
    // what a file holds is known when it is read, so there is nothing to claim beforehand
    claims: {
      switches: ({ path }) => read(folder, path).switchCount,
      hosts: ({ path }) => read(folder, path).hostCount,
      links: ({ path }) => read(folder, path).linkCount,
    },
    build: ({ path }) => read(folder, path),
  });

const read = (folder: string, path: string) =>
  readFabricFile(resolve(folder, path), "path").fabric;
