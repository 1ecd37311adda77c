import type { ErrorEntries } from "./entry.ts";

/** The playground, and `view`, which serves it. */
export const playgroundErrors: ErrorEntries = {
  E_CLI_NO_PLAYGROUND: {
    means: "The page that `fabriclab view` serves is not where it belongs.",
    example:
      "an installation from which the folder dist/playground was removed",
    mend: "Install the command again; in a clone of the repository run pnpm install.",
  },
  E_PLAYGROUND_FILE_ABSENT: {
    means:
      "The experiment is on the fabric of a file that was not opened in this page.",
    example:
      "an address that somebody shared, whose scenario says topology: { kind: file, path: net.topo }",
    mend: "Open the file; an address holds its name only, because a fabric's file never leaves the browser.",
  },
  E_PLAYGROUND_FILE_SIZE: {
    means: "A file is longer than a browser page can hold.",
    example: "a packed file of a megabyte that unpacks to gigabytes",
    mend: "Use the command line: fabriclab audit --fabric FILE.",
  },
  E_PLAYGROUND_UNPACK: {
    means: "A file begins as gzip files do but cannot be unpacked.",
    example: "a file of which a part is missing",
    mend: "Take the whole file, or unpack it first.",
  },
  E_PLAYGROUND_NO_TABLES: {
    means:
      "A path, a tree or an audit was asked for while no tables were there.",
    example: "an engine that refuses the fabric",
    mend: "Choose an engine that routes the fabric.",
  },
  E_PLAYGROUND_NO_RUN: {
    means:
      "The speed of a run was set, or a step asked for, while nothing ran.",
    example: "Step after Stop",
    mend: "Press Play.",
  },
};
