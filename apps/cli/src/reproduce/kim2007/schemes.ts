/** A way to route, choose paths and drop. */
export interface Scheme {
  /** As in the paper's figures. */
  readonly label: string;
  readonly routing: "updown" | "autonet" | "spf" | "multipath";
  /** How a switch chooses among the ports of unreliable datagrams. */
  readonly select?: "lfu" | "max-credit";
  /** Selective dropping by the head-of-queue lifetime limit. */
  readonly drop: boolean;
}

/** The paper's seven schemes, in its order, and real up*\/down*, which the paper does not have: all links are used, not only those of the tree. */
export const SCHEMES = {
  updown: { label: "Up/Down (tree)", routing: "updown", drop: false },
  spf: { label: "SPF", routing: "spf", drop: false },
  "spf-drop": { label: "SPF+Drop", routing: "spf", drop: true },
  lfu: {
    label: "Multipath+LFU",
    routing: "multipath",
    select: "lfu",
    drop: false,
  },
  "lfu-drop": {
    label: "Multipath+LFU+Drop",
    routing: "multipath",
    select: "lfu",
    drop: true,
  },
  credit: {
    label: "Multipath+Credit",
    routing: "multipath",
    select: "max-credit",
    drop: false,
  },
  "credit-drop": {
    label: "Multipath+Credit+Drop",
    routing: "multipath",
    select: "max-credit",
    drop: true,
  },
  autonet: { label: "Up*/Down* (autonet)", routing: "autonet", drop: false },
} as const satisfies Readonly<Record<string, Scheme>>;

export type SchemeName = keyof typeof SCHEMES;

export const SCHEME_NAMES = Object.keys(SCHEMES) as readonly SchemeName[];

export const schemeOf = (name: SchemeName): Scheme => SCHEMES[name];

/** What the paper adds to SPF: paths, dropping, both. */
export const TECHNIQUES = [
  "spf-drop",
  "lfu",
  "lfu-drop",
  "credit",
  "credit-drop",
] as const satisfies readonly SchemeName[];
/** Several paths without dropping. */
export const MULTIPATH = ["lfu", "credit"] as const;
/** Several paths and dropping. */
export const MULTIPATH_DROP = ["lfu-drop", "credit-drop"] as const;
