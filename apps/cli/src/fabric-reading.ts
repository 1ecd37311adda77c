// Why apart from fabric-file.ts: the playground reads the same formats, and has no disk.
import { readFabricJson } from "@fabriclab/formats-fabric-json";
import { readDbCsv } from "@fabriclab/formats-ibdiagnet";
import {
  readSubnetLst,
  readTopo,
  type SystemDefinition,
} from "@fabriclab/formats-ibdm";
import { readIblinkinfo } from "@fabriclab/formats-iblinkinfo";
import {
  readIbnetdiscover,
  type OneSidedCable,
} from "@fabriclab/formats-ibnetdiscover";
import { readNdt } from "@fabriclab/formats-ndt";
import { readSlurm } from "@fabriclab/formats-slurm";
import type { SharedLid } from "@fabriclab/reading";
import type { Fabric, LidTable } from "@fabriclab/spec";
import type { ReadableFormat } from "./fabric-formats.ts";

export interface ReadFabric {
  readonly fabric: Fabric;
  /** Where the file has them. */
  readonly lids: LidTable | undefined;
  /** Oddities that were passed over, one a line. */
  readonly notes: readonly string[];
  /** LIDs that two ports of the file have; absent = none. */
  readonly sharedLids?: readonly SharedLid[];
  /** Cables that only one of their ends tells of, where the format has each cable twice and its reader says so. */
  readonly oneSided?: readonly OneSidedCable[];
}

/** What a reader may ask for besides the text in pieces. */
export interface FabricSource {
  /** The file's name, for errors and notes. */
  readonly file: string;
  readonly text: string | Iterable<Uint8Array>;
  /** All of it, for JSON. */
  whole(): string;
  /** Definitions of systems for IBADM's topology files, with what was odd about them. */
  systems(): {
    readonly systems: readonly SystemDefinition[];
    readonly notes: readonly string[];
  };
}

/** Reads a fabric in a format. @throws FabricError what the reader of the format refuses */
export function readFabricAs(
  format: ReadableFormat,
  { file, text, whole, systems: systemsOf }: FabricSource,
): ReadFabric {
  switch (format) {
    case "json":
      return {
        fabric: readFabricJson(whole(), { file }),
        lids: undefined,
        notes: [],
      };
    case "ibnetdiscover":
      return oneSidedToo(readIbnetdiscover(text, { file }), file);
    case "subnet-lst":
      return noted(readSubnetLst(text, { file }), file);
    case "db-csv":
      return noted(readDbCsv(text, { file }), file);
    case "iblinkinfo":
      return noted(readIblinkinfo(text, { file }), file);
    case "ndt":
      return noted(readNdt(text, { file }), file);
    case "slurm":
      return noted(readSlurm(text, { file }), file);
    case "ibadm": {
      const { systems, notes } = systemsOf();
      const read = noted(readTopo(text, { file, systems }), file);
      return { ...read, notes: [...notes, ...read.notes] };
    }
  }
}

const oneSidedToo = (
  read: ReturnType<typeof readIbnetdiscover>,
  file: string,
): ReadFabric => ({ ...noted(read, file), oneSided: read.oneSided });

/** What a reader gives, with its notes as lines. */
const noted = (
  {
    fabric,
    lids,
    notes,
  }: {
    readonly fabric: Fabric;
    readonly lids: LidTable | undefined;
    readonly notes: readonly {
      readonly message: string;
      readonly line: number;
      readonly count: number;
      readonly sharedLids?: readonly SharedLid[];
    }[];
  },
  file: string,
): ReadFabric => ({
  fabric,
  lids,
  sharedLids: notes.flatMap(({ sharedLids = [] }) => sharedLids),
  notes: notes.map(
    ({ line, message, count }) =>
      `${file}${line > 0 ? `:${line}` : ""}: ${message}${count > 1 ? ` (${count} times)` : ""}`,
  ),
});
