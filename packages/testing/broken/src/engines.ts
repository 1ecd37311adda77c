import {
  createNetwork,
  type Network,
  type NetworkConfig,
  type NetworkCounts,
} from "@fabriclab/network";
import {
  JOURNAL_KIND,
  JOURNAL_PLACE,
  JOURNAL_SOURCE,
  JOURNAL_STRIDE,
  JOURNAL_TAG,
  JOURNAL_TIME,
  JournalKind,
  type BufferSize,
  type DropFactory,
  type Journal,
} from "@fabriclab/spec";

/** The engine keeps order, conservation, credits and copies whatever the model; so here are engines that do not. */
export type Engine = (config: NetworkConfig) => Network;

/** The engine with other counts, or with another account of what was delivered. */
function engine(
  spoil: (config: NetworkConfig) => {
    readonly counts?: (counts: NetworkCounts) => NetworkCounts;
    readonly journal?: (journal: Journal) => Journal;
  },
): Engine {
  return (config) => {
    const network = createNetwork(config);
    const { counts, journal } = spoil(config);
    return {
      get now() {
        return network.now;
      },
      get journal() {
        return journal?.(network.journal) ?? network.journal;
      },
      get counts() {
        return counts?.(network.counts) ?? network.counts;
      },
      run: (until, through) => network.run(until, through),
      clearJournal: () => network.clearJournal(),
      injections: (into) => network.injections(into),
      takeChannelCounters: () => network.takeChannelCounters(),
      idle: () => network.idle(),
      quiet: () => network.quiet(),
      isFiniteOver: () => network.isFiniteOver(),
      diagnose: () => network.diagnose(),
      waits: () => network.waits(),
      packets: () => network.packets(),
      shortestHop: () => network.shortestHop(),
      delivery: (...args) => network.delivery(...args),
      check: () => network.check(),
      failLink: (port) => network.failLink(port),
      restoreLink: (port) => network.restoreLink(port),
      useTables: (tables) => network.useTables(tables),
    };
  };
}

/** Where the records of deliveries begin. */
function deliveries({ records, count }: Journal): number[] {
  return Array.from({ length: count }, (_, i) => i * JOURNAL_STRIDE).filter(
    (at) => records[at + JOURNAL_KIND] === JournalKind.delivered,
  );
}

/** The first two deliveries of one flow. */
function twoOfOneFlow(journal: Journal): [number, number] | undefined {
  const { records } = journal;
  const first = new Map<string, number>();
  for (const at of deliveries(journal)) {
    const flow = `${records[at + JOURNAL_SOURCE]} ${records[at + JOURNAL_PLACE]}`;
    const before = first.get(flow);
    if (before !== undefined) return [before, at];
    first.set(flow, at);
  }
  return undefined;
}

const hasMulticast = ({ tables }: NetworkConfig): boolean =>
  tables.multicast !== undefined;

/** Forgets one packet of many. */
export const forgetfulEngine = engine(() => ({
  counts: (counts) => ({
    ...counts,
    injected: counts.injected - (counts.injected > 300 ? 1 : 0),
  }),
}));

/** The second packet of a flow overtakes the first. */
export const overtakingEngine = engine(() => ({
  journal(journal) {
    const pair = twoOfOneFlow(journal);
    if (pair === undefined) return journal;
    const records = journal.records.slice();
    const [a, b] = pair;
    records[a + JOURNAL_TAG] = journal.records[b + JOURNAL_TAG] ?? 0;
    records[b + JOURNAL_TAG] = journal.records[a + JOURNAL_TAG] ?? 0;
    return { ...journal, records };
  },
}));

/** Delivers the first packet of a flow again, in the place of the second. */
export const repeatingEngine = engine((config) =>
  hasMulticast(config)
    ? {}
    : {
        journal(journal) {
          const pair = twoOfOneFlow(journal);
          if (pair === undefined) return journal;
          const records = journal.records.slice();
          const [a, b] = pair;
          records[b + JOURNAL_TAG] = records[a + JOURNAL_TAG] ?? 0;
          return { ...journal, records };
        },
      },
);

/** One copy of a multicast packet that is alone goes to the wrong place. */
export const misdirectingEngine = engine((config) =>
  hasMulticast(config) && config.traffic[0]?.streams.length === 1
    ? {
        journal(journal) {
          const records = journal.records.slice();
          for (const at of deliveries(journal).slice(-1))
            records[at + JOURNAL_PLACE] = records[at + JOURNAL_SOURCE] ?? 0;
          return { ...journal, records };
        },
      }
    : {},
);

/** The copies of a multicast packet that go to the last host leave a tick later. */
export const raggedEngine = engine((config) =>
  hasMulticast(config)
    ? {
        journal(journal) {
          const records = journal.records.slice();
          for (const at of deliveries(journal))
            if (records[at + JOURNAL_PLACE] === config.fabric.endportCount - 1)
              records[at + JOURNAL_TIME] =
                (records[at + JOURNAL_TIME] ?? 0) + 1;
          return { ...journal, records };
        },
      }
    : {},
);

/** Hands out four times the credits that there is space for. */
export const spendthriftEngine: Engine = (config) =>
  createNetwork({
    ...config,
    switchModels: config.switchModels.map((model) => ({
      ...model,
      inputBuffer: fourfold(model.inputBuffer),
    })),
  });

const fourfold = (size: BufferSize): BufferSize =>
  "packets" in size ? { packets: 4 * size.packets } : { bytes: 4 * size.bytes };

/** The last packet of many turns up where it came from. */
export const strayingEngine = engine(() => ({
  journal(journal) {
    const records = journal.records.slice();
    for (const at of deliveries(journal).slice(-1))
      records[at + JOURNAL_PLACE] = records[at + JOURNAL_SOURCE] ?? 0;
    return { ...journal, records };
  },
}));

/** Drops the last packet of a host that is alone. */
export const impatientEngine = engine(({ traffic }) =>
  traffic[0]?.streams.length === 1
    ? {
        journal(journal) {
          const records = journal.records.slice();
          for (const at of deliveries(journal).slice(-1))
            records[at + JOURNAL_KIND] = JournalKind.dropped;
          return { ...journal, records };
        },
      }
    : {},
);

/** Drops heads a tick late. */
export const tardyEngine: Engine = (config) =>
  createNetwork({
    ...config,
    switchModels: config.switchModels.map((model) =>
      model.drop === undefined ? model : { ...model, drop: tardy(model.drop) },
    ),
  });

const tardy = (drop: DropFactory): DropFactory => ({
  name: drop.name,
  create(queues, tickPs) {
    const own = drop.create(queues, tickPs);
    return {
      patience(...head) {
        const ticks = own.patience(...head);
        return ticks < 0 ? ticks : ticks + 1;
      },
      dropped: (queue, now) => own.dropped(queue, now),
      sent: (queue, now) => own.sent(queue, now),
    };
  },
});
