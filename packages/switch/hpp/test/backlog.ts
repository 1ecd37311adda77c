import { defineTraffic, endportName } from "@fabriclab/spec";
import { bytes } from "@fabriclab/units";
import { z } from "zod";

/** On the wire, headers included. */
export const PACKET = 256;

/**
 * Every host always has a packet for every virtual channel, to a host drawn among all, itself included: the traffic of Karol, Hluchyj and Morgan. Patterns
 * leave the sender out, as nobody sends to himself over a network.
 */
export const backlog = defineTraffic({
  name: "backlog",
  summary: "A packet at every host and virtual channel at any time.",
  cites: [],
  params: z.object({
    lanes: z.int().min(1).default(1).describe("virtual channels"),
    phases: z
      .enum(["aligned", "random"])
      .default("aligned")
      .describe(
        "whether all hosts begin in one slot, or each within the first one at random",
      ),
  }),
  claims: { loop: "open", finite: false },
  groups: () => [],
  create: ({ fabric, hosts, tables, random, tickPs, bytePs }, options) => ({
    finite: false,
    minPacketBytes: bytes(PACKET),
    maxPacketBytes: bytes(PACKET),
    streams: hosts.flatMap((source) =>
      Array.from({ length: options.lanes }, (_, sl) => {
        const chance = random(`${endportName(fabric, source)}/${sl}`);
        const slot = Math.round((PACKET * bytePs(source)) / tickPs);
        const begin = options.phases === "aligned" ? 0 : chance.below(slot);
        return {
          source,
          serviceLevels: [sl],
          next: (draft) => {
            const to = hosts[chance.below(hosts.length)] ?? source;
            draft.birth = begin;
            draft.dlid = tables.lids.baseLid[to] ?? 0;
            draft.bytes = PACKET;
            draft.sl = sl;
            draft.tag = 0;
            draft.flags = 0;
            return true;
          },
        };
      }),
    ),
  }),
});
