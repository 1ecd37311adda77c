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
  /** Of the experiment's traffic. */
  readonly groups: readonly {
    readonly name: string;
    readonly members: number;
    readonly sources: readonly number[];
  }[];
}

/** A channel on a way, in words. */
export interface StepView {
  readonly channel: number;
  readonly text: string;
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

export interface CycleView {
  readonly title: string;
  readonly steps: readonly StepView[];
  /** Who closes it. */
  readonly pairs: readonly string[];
}

export interface AuditView {
  /** One sentence for each finding, the verdict first. */
  readonly verdict: string;
  readonly isClean: boolean;
  readonly findings: readonly string[];
  readonly cycles: readonly CycleView[];
  /** Sending port -> routes. */
  readonly routes: Int32Array;
}

/** What a run is made of, when it is composed. */
export interface RunStart {
  /** Time of the largest packet on the slowest host link, in ps. */
  readonly packetPs: number;
  readonly hosts: number;
  /** Packets are drawn one by one up to this many channels. */
  readonly offeredLoad: number | undefined;
}

/** A stretch of a run. */
export interface Frame {
  readonly fromPs: number;
  readonly nowPs: number;
  /** Sending port -> class of its load over the last few frames: 0 = idle, 1 ... LOAD_CLASSES. */
  readonly loads: Uint8Array;
  /** Busiest channels between switches, in words. */
  readonly busiest: readonly string[];
  /** Sending ports that began to send in this stretch, and how many packets each. */
  readonly started: Int32Array;
  readonly startedCount: Uint16Array;
  /** Channels whose packets wait for room beyond: pairs (held channel, channel waited for). */
  readonly waits: Int32Array;
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

/** Classes of load beside idle. */
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
  /** A file of a fabric; it stays in the worker. */
  upload: [{ readonly name: string; readonly bytes: ArrayBuffer }, null];
  fabric: [Setup, FabricView];
  route: [Setup, RoutedView];
  path: [{ readonly source: number; readonly destination: number }, PathView];
  tree: [TreeRequest, TreeView];
  audit: [null, AuditView];
  start: [Setup, RunStart];
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
