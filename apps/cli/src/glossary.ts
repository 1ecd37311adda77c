/** A word of the field as fabriclab uses it. */
export interface GlossaryEntry {
  /** As the glossary lists it; several words are parted by commas. */
  readonly word: string;
  readonly meaning: string;
}

/** Word, or words, by the alphabet -> meaning. */
const MEANINGS: Readonly<Record<string, string>> = {
  "accepted load":
    "what arrives, as a fraction of the data rate of all host links; below the offered load only where the run saturates",
  "adaptive routing":
    "the switch chooses among several candidate ports, by a `select` plugin",
  "Aggregation Node":
    "an endport inside a switch that reduces data in the network; audits leave it out unless `--endpoints` names it",
  "all-to-all":
    "every host sends to every other: `multicast-operation` with `sources: all`, `group: all` and `send: unicast`, or `fabriclab job --pattern alltoall`",
  "atomic replication":
    "copies of a multicast packet leave only when all outputs are free",
  audit:
    "following every path and every multicast copy of tables, without simulating",
  bandwidth:
    "bytes that arrive in a time; the metric `throughput` tells it in bytes per second, and as a fraction of the data rate of all host links",
  "byte time": "picoseconds that a link takes for a byte: 4000 at 1X SDR",
  "CA, HCA":
    "channel adapter, host channel adapter: what connects a host to the fabric",
  channel: "one direction of a link",
  "channel-dependency graph":
    "channels and virtual lanes as vertices; an edge where a packet may hold one and want the other. A cycle is a credit loop",
  "compute node, I/O node":
    "a host of the kind among which OpenSM's ftree balances its routes (`--compute`); any other host, such as storage (`--io`)",
  credit:
    "permission to send 64 bytes into the next buffer on one virtual lane",
  "credit loop":
    "a cycle of buffers, each waiting for room in the next; packets in it may never move again",
  "cut-through":
    "a switch forwards a packet before its end has arrived, when the next buffer has room for all of it",
  "dark channel": "a channel between switches over which no path leads",
  dateline:
    "the place on a ring where packets change to another virtual lane, so that the ring's buffers make no cycle",
  deadlock:
    "packets that wait for each other in a cycle; a run names the cycle",
  "DLID, SLID": "the LID of the destination, of the source",
  "DMP, DMT":
    "share of frames that miss their deadline; how late those are on average",
  "effective bisection":
    "bandwidth that random halves of the hosts have to each other, each flow getting what the busiest channel of its path leaves it; in % of full",
  "endless, finite traffic":
    "traffic that is measured until its mean is known; traffic that ends by itself and is measured whole",
  endport: "a port with a LID: a host's, or a switch's port 0",
  engine: "what computes a subnet's tables: OpenSM's word for a routing",
  fairness:
    "what the worst-served source gets, by what the best-served gets; beside it Jain's index (Σx)² / (n Σx²), 1 where all get as much",
  GRH: "global route header: 40 bytes that every multicast packet carries",
  GUID: "64-bit name of a node or port, set by its maker",
  "HLL, SLL":
    "head-of-queue lifetime limit, switch lifetime limit: how long a packet may wait before it is discarded",
  "head-of-line blocking":
    "packets wait behind the first of their buffer, which goes elsewhere; on virtual lanes of their own they would not",
  host: "a node that sends and receives; in the hot path an index",
  hop: "the way across one link, from a node to the next",
  "hot spot, incast":
    "a host, or a few, to whom others send more than the link carries: the traffic pattern `hotspot`",
  ibdmchk:
    "the checker of the ibdm tools: reads a fabric and its tables, finds credit loops",
  ibnetdiscover:
    "the tool that prints a real fabric; its format is fabriclab's format of fabrics",
  ibsim:
    "a simulator of InfiniBand's management: OpenSM runs on it, and no packet flows",
  latency:
    "time from a packet's birth at its source to the arrival of its last bit; with what it waits before it enters the network",
  "leaf, spine":
    "a switch of a tree that has hosts; a switch above the leaves, which has none",
  LFT: "linear forwarding table of a switch: output port by LID, 255 = no path",
  LID: "local identifier, 0x0001 to 0xBFFF: the address by which switches forward",
  link: "the cable: two channels",
  LMC: "LID mask count: a port owns 2^LMC consecutive LIDs",
  "load, offered load":
    "what sources make, as a fraction of the data rate of all host links, headers included",
  MAD: "management datagram of 256 bytes; those of the subnet manager go on VL 15",
  makespan:
    "time from the first packet's birth to the last delivery of an operation",
  message:
    "bytes that a source sends at one instant; one packet, or several where it is longer than the MTU",
  MFT: "multicast forwarding table: a mask of output ports by MLID",
  MLID: "multicast LID, 0xC000 to 0xFFFE",
  "m-port n-tree":
    "a fat tree of n levels of m-port switches, with 2(m/2)^n hosts; IBFT(m,n)",
  MGID: "128-bit name of a multicast group; the subnet manager gives it an MLID",
  "MSER-5":
    "the rule by which a run decides where its warm-up ends: where the means of groups of five vary least",
  MTU: "most bytes of payload in a packet: 256 to 4096, in powers of two",
  OpenSM:
    "the open subnet manager; engines here have its names where it has them",
  "oversubscription, taper":
    "links up that carry less than those down: 2:1 where half as many, equally fast, lead up from a leaf as hosts hang on it",
  packet:
    "what switches forward as a whole: at most the MTU of a message's bytes, with headers",
  "path bits": "the low LMC bits of a LID, which choose among a port's paths",
  phase:
    "of a tick: first all its events, then the choices of the outputs that somebody wants; of a job's pattern: flows that run all at once",
  plane:
    "a part of a fabric that no cable joins to another; hosts may have a port in each",
  plugin:
    "a value with parameters, claims and citations; there is no registry and no side effect on import",
  port: "where a link is plugged in; port 0 of a switch is its own management port",
  QP: "queue pair: the end of a connection in a host, its send and its receive queue",
  radix: "how many ports a switch has",
  rank: "distance from the roots of a tree; 0 = root",
  "RC, UD": "transports: reliable connection; unreliable datagram",
  replication:
    "how a switch makes the copies of a multicast packet: asynchronously, synchronously, atomically",
  "re-sweep":
    "the subnet manager looks at the fabric again and computes its tables anew",
  "reverse hop":
    "a turn down and up again, by which OpenSM's ftree reaches hosts above the leaves",
  "run, point, study":
    "one experiment with one seed; one experiment with all its seeds; all points of a paper",
  saturated:
    "a run that accepts less than is offered, so that latency grows without bound",
  scenario: "the YAML file of an experiment",
  seed: "what every random stream is derived from, together with the stream's name",
  shard: "a part of a sweep's runs, and the Parquet file that holds them",
  SL: "service level, 0 to 15: written in the packet, the same all the way",
  SL2VL: "table of a switch: virtual lane by input port, output port and SL",
  SM: "subnet manager: discovers the fabric, gives LIDs, writes tables",
  "speed of a link":
    "data rate of a lane of a cable: SDR 2 Gb/s, DDR 4, QDR 8, FDR10 10, FDR 13.64, EDR 25, HDR 50, NDR 100, XDR 200; a 4X cable has four lanes",
  "spanning tree":
    "one tree for all members of a multicast group, as OpenSM makes it",
  switch: "a node that forwards; never called router here",
  tick: "the kernel's unit of time in a run: the largest that divides all its delays",
  "turn model":
    "a routing of meshes that forbids some turns, so that no cycle of channels can close",
  "union tables":
    "multicast tables that are the union of the unicast paths from a source to its members",
  "up/down":
    "routing that never goes up after down in a ranked graph, so that it has no credit loop",
  VL: "virtual lane, 0 to 14 for data, 15 for management: a buffer of its own at each port",
  "VL arbitration":
    "two tables, of high and of low priority, with weights of eight bits in units of 64 bytes, that choose the next lane of a link",
  "warm-up":
    "the part of a run that is left out because the network is not yet in its steady state",
};

/** Other words for an entry, by its own. */
const ALSO: Readonly<Record<string, readonly string[]>> = {
  "CA, HCA": ["channel adapter", "host channel adapter"],
  "all-to-all": ["alltoall"],
  "channel-dependency graph": [
    "channel dependency graph",
    "dependency graph",
    "CDG",
  ],
  "compute node, I/O node": ["compute", "I/O"],
  "cut-through": ["virtual cut-through"],
  "effective bisection": [
    "bisection",
    "bisection bandwidth",
    "effective bisection bandwidth",
    "full bisection",
  ],
  "endless, finite traffic": ["endless traffic"],
  engine: ["routing engine"],
  fairness: ["Jain", "Jain's index"],
  GRH: ["global route header"],
  GUID: ["NodeGUID", "PortGUID", "node GUID", "port GUID"],
  "head-of-line blocking": ["HOL blocking", "HOL"],
  "HLL, SLL": [
    "head-of-queue lifetime limit",
    "head-of-queue lifetime",
    "HOQ lifetime",
    "switch lifetime limit",
  ],
  "hot spot, incast": ["hot-spot"],
  LFT: ["forwarding table", "linear forwarding table"],
  LID: ["local identifier"],
  LMC: ["LID mask count"],
  MAD: ["management datagram", "SMP"],
  MFT: ["multicast forwarding table"],
  MGID: ["multicast group"],
  MLID: ["multicast LID"],
  "m-port n-tree": ["IBFT"],
  "oversubscription, taper": ["oversubscribed", "tapered"],
  plane: ["rail"],
  QP: ["queue pair"],
  "RC, UD": ["reliable connection", "unreliable datagram"],
  SL: ["service level"],
  SL2VL: ["SL to VL"],
  SM: ["subnet manager"],
  "speed of a link": [
    "SDR",
    "DDR",
    "QDR",
    "FDR10",
    "FDR",
    "EDR",
    "HDR",
    "NDR",
    "XDR",
    "link speed",
  ],
  "up/down": ["up*/down*", "updown routing"],
  VL: ["virtual lane", "lane", "VL15"],
  "VL arbitration": ["VLArb"],
};

/** Words as fabriclab uses them: what `fabriclab explain` tells of a word that no plugin, parameter or key has, and the glossary of the documents. */
export const GLOSSARY: readonly GlossaryEntry[] = Object.entries(MEANINGS).map(
  ([word, meaning]) => ({ word, meaning }),
);

/** Names of an entry, in lower case. */
export const namesOf = ({ word }: GlossaryEntry): string[] =>
  [...word.split(", "), ...(ALSO[word] ?? [])].map((name) =>
    name.toLowerCase(),
  );

/** The entry of a word, of its plural, or of another word for it, whatever its letters' case. */
export function glossaryEntry(topic: string): GlossaryEntry | undefined {
  const name = topic.toLowerCase();
  const find = (wanted: string): GlossaryEntry | undefined =>
    GLOSSARY.find((entry) => namesOf(entry).includes(wanted));
  return find(name) ?? find(name.replace(/s$/, ""));
}

/** The page of the documents. */
export function glossaryPage(): string {
  const width = (of: (entry: GlossaryEntry) => string): number =>
    Math.max(...GLOSSARY.map((entry) => of(entry).length));
  const left = width(({ word }) => word);
  const right = width(({ meaning }) => meaning);
  const row = (word: string, meaning: string): string =>
    `| ${word.padEnd(left)} | ${meaning.padEnd(right)} |`;
  return [
    "# Glossary",
    "",
    "Words as fabriclab uses them; InfiniBand's own where it has one. `fabriclab explain WORD` tells them, too.",
    "",
    row("word", "meaning"),
    `| ${"-".repeat(left)} | ${"-".repeat(right)} |`,
    ...GLOSSARY.map(({ word, meaning }) => row(word, meaning)),
    "",
  ].join("\n");
}
