import {
  endportName,
  type Fabric,
  type ForwardingTables,
} from "@fabriclab/spec";
import { stringify } from "yaml";
import {
  BYTE_NS,
  FLIGHT_NS,
  ROUTING_NS,
  type ReplayPlan,
} from "./replay-plan.ts";

/** Files of a replay, beside those of the tables. */
export const REPLAY_FILES = {
  fabric: "fabric.topo",
  scenario: "scenario.yaml",
} as const;

/** Packets of a multicast flow: it ends, and with it a run that does not hang. */
const MULTICASTS = 1000;

/**
 * The scenario of a replay: switches with a buffer of one packet per VL and none before the link, every link alike, the plan's flows and nothing else.
 *
 * @param chain the loop's channels in order, for the comment at its head
 */
export function replayScenario(
  fabric: Fabric,
  tables: ForwardingTables,
  plan: ReplayPlan,
  chain: readonly string[],
): string {
  const name = (endport: ReplayPlan["flows"][number]["source"]): string =>
    endportName(fabric, endport);
  const pairs = new Map<string, string[]>();
  for (const { source, destination } of plan.flows) {
    if (destination === undefined) continue;
    const list = pairs.get(name(source)) ?? [];
    pairs.set(name(source), [...list, name(destination)]);
  }
  const starts = plan.flows
    .map((flow, k) => ({ flow, ns: plan.starts?.[k] ?? 0 }))
    .filter(({ flow, ns }) => flow.destination !== undefined && ns > 0)
    .map(({ flow, ns }) => [name(flow.source), `${ns}ns`] as const);
  const unicast = {
    kind: plan.traffic,
    load: plan.load,
    ...(plan.load > 1 ? { overload: true } : {}),
    size: `${plan.bytes}B`,
    ...(starts.length === 0 ? {} : { start: Object.fromEntries(starts) }),
    pattern: {
      kind: "pairs",
      pairs: Object.fromEntries(
        [...pairs].map(([source, to]) => [
          source,
          to.length === 1 ? to[0] : to,
        ]),
      ),
    },
  };
  const multicast = plan.flows.flatMap(({ source, group }, k) =>
    group === undefined
      ? []
      : [
          {
            kind: "multicast-operation",
            sourceAt: name(source),
            members: group.members.map(name),
            allowNonMember: true,
            size: `${plan.bytes}B`,
            repeats: MULTICASTS,
            interval: `${Math.ceil((plan.bytes * BYTE_NS) / plan.load)}ns`,
            start: `${plan.starts?.[k] ?? 0}ns`,
          },
        ],
  );
  const body = {
    name: "replay",
    topology: { kind: "file", path: REPLAY_FILES.fabric },
    tables: { kind: "dump", path: "." },
    switch: {
      kind: "relay",
      virtualLanes: tables.lanes,
      inputBuffer: "1 packet",
      outputBuffer: "0 packets",
      routingDelay: `${ROUTING_NS}ns`,
    },
    link: { byteTime: `${BYTE_NS}ns`, flight: `${FLIGHT_NS}ns` },
    traffic: [...(pairs.size === 0 ? [] : [unicast]), ...multicast],
    metrics: ["throughput"],
    // A run that goes on to its cap, unless it hangs first.
    measure: {
      warmup: "0",
      precision: 0.0001,
      maxTime: plan.traffic === "poisson" ? "20ms" : "1ms",
    },
    seed: plan.seed,
  };
  const head = [
    "The replay of a credit loop: a run that ends deadlocked, on these channels (sending port, VL), each held by a packet that waits for the next:",
    ...chain.map((step, k) => `  ${k + 1}. ${step}`),
    `Traffic: ${plan.how}.`,
  ];
  return `${head.map((line) => `# ${line.replace(/[\r\n]/g, " ")}`).join("\n")}\n${stringify(body, { lineWidth: 0 })}`;
}
