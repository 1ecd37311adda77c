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
      "The experiment is on the fabric of a file, or on tables of files, that were not opened in this page.",
    example:
      "an address that somebody shared, whose scenario says topology: { kind: file, path: net.topo }",
    mend: "Open the file; an address holds its name only, because a fabric's file never leaves the browser.",
  },
  E_PLAYGROUND_FILE_SIZE: {
    means: "A file is longer than a browser page can hold.",
    example: "a packed file of a megabyte that unpacks to gigabytes",
    mend: "Use the command line: fabriclab audit --fabric FILE.",
  },
  E_PLAYGROUND_ADDRESS: {
    means: "The part of the playground's address behind # is no experiment.",
    example: "an address of which a mail program took the end away",
    mend: "Copy the address again, or send scenario.yaml.",
  },
  E_PLAYGROUND_UNPACK: {
    means: "A file begins as gzip files do but cannot be unpacked.",
    example: "a file of which a part is missing",
    mend: "Take the whole file, or unpack it first.",
  },
  E_PLAYGROUND_TWO_FABRICS: {
    means: "Two files of fabrics were opened together.",
    example: "net.topo and other.topo, chosen at once",
    mend: "Open one fabric, with its tables if there are any. A file of tables is told by its name, such as opensm-lfts.dump, or by its first lines.",
  },
  E_PLAYGROUND_UNSURE_TABLE: {
    means:
      "A file of tables holds rows of three numbers, which may be LIDs or SLs of paths, and its name does not say which.",
    example: "my-table.txt with 0x0002c903000e0b72 4 4",
    mend: "Name it guid2lid or path-sl.tsv.",
  },
  E_PLAYGROUND_NO_REMEDY: {
    means: "A remedy was to be applied that belongs to an earlier audit.",
    example: "a button of a list that stood there while the worker was stopped",
    mend: "Audit these tables again.",
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
