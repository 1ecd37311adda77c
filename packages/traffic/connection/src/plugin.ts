import { connectionValues, idleConnectionOptions } from "@fabriclab/connection";
import { defineTraffic, PAPERS } from "@fabriclab/spec";
import { params } from "./params.ts";
import { createTransport } from "./transport.ts";
import { values } from "./values.ts";

/**
 * Reliable connections: messages at a rate, ACK packets, a transport timer, go-back-N and a retry counter, and automatic path migration to an armed alternate path,
 * which Kim et al. name as what path bits are for besides performance.
 */
export const connection = defineTraffic({
  name: "connection",
  summary:
    "Reliable connections with acknowledgements, timers, and migration to an alternate path.",
  cites: [
    {
      key: "iba",
      authors: "InfiniBand Trade Association",
      title:
        "InfiniBand Architecture Specification, Volume 1, 9.7 Reliable Service, 17.2.8 Automatic Path Migration",
      venue: "Release 1.3",
      year: 2015,
    },
    PAPERS.kim2007,
  ],
  params,
  claims: { loop: "closed", finite: "messages" },
  withoutEffect: ({ migration, probe }): Record<string, string> => {
    const why = "with `migration: none` no connection migrates";
    return {
      ...idleConnectionOptions("probe", probe),
      ...(migration === "none" ? { migrateAfter: why, rearm: why } : {}),
    };
  },
  groups: () => [],
  values: { ...values, ...connectionValues },
  create: (context, options, { pattern }) =>
    createTransport(context, options, pattern),
});
