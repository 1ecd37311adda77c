import type {
  AppliedView,
  AuditView,
  CycleView,
  RemediesView,
  StepView,
} from "./findings.ts";
import type { Setup } from "./setup.ts";

/** A plugin's parameter, for a form. */
export interface ParameterInfo {
  readonly name: string;
  readonly type: string;
  readonly byDefault?: string;
  readonly required: boolean;
  readonly doc: string;
}

export interface PluginInfo {
  readonly name: string;
  readonly summary: string;
  readonly parameters: readonly ParameterInfo[];
}

/** Key of a scenario -> the plugins that may stand there. */
export type Catalogue = Readonly<Record<string, readonly PluginInfo[]>>;

/** A fabric as it is drawn. A channel is named by its sending port. */
export interface FabricView {
  readonly name: string;
  readonly layout: string;
  readonly switchCount: number;
  readonly hostCount: number;
  readonly linkCount: number;
  /** Node -> place; y grows upwards. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Node -> what stands beside it. */
  readonly labels: readonly string[];
  /** Length nodeCount + 1. */
  readonly portStart: Int32Array;
  readonly portNode: Int32Array;
  /** -1 where nothing is cabled. */
  readonly portPeer: Int32Array;
  /** Sending port -> by how much the cable bows to the left of the way from it to its peer; 0 = straight. */
  readonly bow: Float32Array;
  /** Hosts that can send, endport by endport. */
  readonly hosts: Int32Array;
  /** Endport of `hosts` -> node, in its order. */
  readonly hostNodes: Int32Array;
  /** Endport of `hosts` -> name, in its order. */
  readonly hostNames: readonly string[];
  /** What the reader of a file passed over. */
  readonly notes: readonly string[];
}

export interface RoutedView {
  readonly engine: string;
  readonly lanes: number;
  readonly lids: number;
  readonly notes: readonly string[];
  /** What runs do not take from the fabric's file, in words. */
  readonly overridden?: string;
  /** Of the experiment's traffic. */
  readonly groups: readonly {
    readonly name: string;
    readonly members: number;
    readonly sources: readonly number[];
  }[];
}

export interface PathView {
  readonly source: string;
  readonly destination: string;
  /** `delivered`, or why not. */
  readonly end: string;
  readonly lid: number;
  readonly sl: number;
  /** Switches crossed. */
  readonly switches: number;
  readonly steps: readonly StepView[];
}

export interface TreeView {
  readonly group: string;
  readonly source: string;
  readonly members: readonly string[];
  readonly mlids: readonly number[];
  readonly steps: readonly StepView[];
  /** Members that no copy reaches. */
  readonly missed: readonly string[];
}

/** A file as it was opened. */
export interface OpenedFile {
  readonly name: string;
  readonly bytes: ArrayBuffer;
}

/** Longest file, and longest text of a packed one, that is read. Why a bound: a packed file of a megabyte may hold a gigabyte of zeros. */
export const MOST_FILE_BYTES = 256 * 2 ** 20;

/** What was in opened files. */
export interface Opened {
  /** Name of the fabric's file. */
  readonly fabric?: string;
  /** Whether there were tables. */
  readonly tables: boolean;
}

/** Folders of tables: those that were opened, and those of a remedy. */
export const OPENED_TABLES = "tables";
export const REMEDY_TABLES = "remedy";

/** What a run is made of, when it is composed. */
export interface RunStart {
  /** Time of the largest packet on the slowest host link, in ps. */
  readonly packetPs: number;
  readonly hosts: number;
  readonly offeredLoad: number | undefined;
}

/** What the colours of channels show: their load, the time for which their port has data and sends nothing, or how many packets wait in the buffer at their end. */
export type ChannelMeasure = "load" | "wait" | "queue";

/** What channels are coloured by, over the last few frames. */
export interface ChannelColours {
  readonly shown: ChannelMeasure;
  /** Sending port -> class: 0 = next to nothing, 1 ... LOAD_CLASSES. */
  readonly classes: Uint8Array;
  /** The channels between switches with most of it, in words. */
  readonly most: readonly string[];
}

/** A stretch of a run. */
export interface Frame {
  readonly fromPs: number;
  readonly nowPs: number;
  readonly colours: ChannelColours;
  /** Every packet that entered a channel in this stretch (none where they are too fast to be seen), and those in buffers; undefined where they are too many. */
  readonly packets?: PacketsView;
  /** Channels whose first packet waits for room beyond, those that are drawn: an even sample where there are many. */
  readonly waits: Int32Array;
  /** All channels of which that is so. */
  readonly waiting: number;
  readonly counts: {
    readonly injected: number;
    readonly delivered: number;
    readonly dropped: number;
    readonly inFlight: number;
  };
  readonly histogram: HistogramView;
  /** Results so far, in words. */
  readonly results: readonly (readonly [string, string])[];
  readonly deadlock?: CycleView;
  /** Changes of the fabric so far, in words. */
  readonly changes: readonly string[];
  /** Nothing is left to happen. */
  readonly finished: boolean;
}

/** Packets of a run, one by one. The first five have an entry for each packet and each channel that it entered. */
export interface PacketsView {
  /** Sending port. */
  readonly channel: Int32Array;
  /** Its first bit enters the channel, its last bit has entered it, in ps. */
  readonly fromPs: Float64Array;
  readonly untilPs: Float64Array;
  /** Endports; a multicast's destination is -1. */
  readonly source: Int32Array;
  readonly destination: Int32Array;
  /** Packets that stand in buffers at the end of the stretch. */
  readonly held: readonly HeldPacket[];
}

export interface HeldPacket {
  /** The channel it came over, or, where `isBefore`, the one that it is to leave on. */
  readonly channel: number;
  readonly isBefore: boolean;
  readonly lane: number;
  /** 0 = the head of its queue. */
  readonly place: number;
  readonly source: number;
  readonly destination: number;
}

/** Packets are followed one by one on fabrics of at most so many channels, */
export const MOST_FOLLOWED_CHANNELS = 8000;
/** while one takes at least so many real seconds over a link. */
export const FOLLOWED_SECONDS = 0.1;

/** Latencies of all deliveries so far, in bins of equal width on a logarithmic scale. */
export interface HistogramView {
  /** Lower edge of the first bin, in ps. */
  readonly fromPs: number;
  /** Ratio of a bin's edges. */
  readonly ratio: number;
  readonly counts: readonly number[];
  readonly meanNs: number;
  readonly p50Ns: number;
  readonly p99Ns: number;
}

/** Classes of a channel's load, wait or queue beside nothing. */
export const LOAD_CLASSES = 7;

/** A refusal as people read it. */
export interface Refusal {
  readonly code: string;
  readonly message: string;
  readonly where: string;
  readonly got?: string;
  readonly expected?: string;
  readonly hint?: string;
}

/** What the page may ask of the worker: name -> [question, answer]. */
export interface Asks {
  catalogue: [null, Catalogue];
  /** Writes a setup as the YAML that the command line reads. */
  write: [Setup, string];
  /** Reads YAML or JSON. */
  read: [string, Setup];
  /** Files of a fabric and of its tables; they stay in the worker. */
  upload: [readonly OpenedFile[], Opened];
  /** The files of the tables in a folder: name, text. */
  files: [string, readonly (readonly [string, string])[]];
  fabric: [Setup, FabricView];
  route: [Setup, RoutedView];
  path: [{ readonly source: number; readonly destination: number }, PathView];
  tree: [TreeRequest, TreeView];
  /** Endports that are left out, where some are. */
  audit: [readonly number[], AuditView];
  /** What would mend the tables that were made last of that setup. */
  remedies: [Setup, RemediesView];
  /** One of the remedies found last, by its place. */
  apply: [{ readonly setup: Setup; readonly remedy: number }, AppliedView];
  start: [Setup, RunStart];
  /** What the colours of channels show from now on. @returns those of the run, where one is under way */
  colour: [ChannelMeasure, ChannelColours | null];
  /** Simulated ps per real second; 0 pauses. */
  speed: [number, null];
  step: [number, null];
  measure: [Setup, readonly (readonly [string, string])[]];
}

/** A group of the traffic by its index, or one of the reader's own. */
export type TreeRequest =
  | { readonly group: number; readonly source: number }
  | {
      readonly setup: Setup;
      readonly source: number;
      readonly members: readonly number[];
    };

export interface Question {
  readonly id: number;
  readonly ask: keyof Asks;
  readonly with: unknown;
}

/** The page has drawn the last frame: another may come. Without it, frames would pile up on a machine that draws slowly. */
export interface Seen {
  readonly seen: true;
}

export type Reply =
  | { readonly id: number; readonly answer: unknown }
  | { readonly id: number; readonly refusal: Refusal }
  | { readonly frame: Frame }
  | { readonly stopped: Refusal }
  | { readonly progress: string };
