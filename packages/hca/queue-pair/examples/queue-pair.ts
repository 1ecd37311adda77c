// A backlog of bulk packets (SL 1) and one urgent packet (SL 0) at one host: when is each through the DMA engine?
import { queuePair } from "@fabriclab/hca-queue-pair";
import { parseOptions, type PacketDraft, type Stream } from "@fabriclab/spec";
import type { EndportIx } from "@fabriclab/units";

function burst(sl: number, births: readonly number[]): Stream {
  let next = 0;
  return {
    source: 1 as EndportIx,
    serviceLevels: [sl],
    next(draft) {
      const birth = births[next++];
      if (birth === undefined) return false;
      Object.assign(draft, { birth, sl, dlid: 2, bytes: 1000, flags: 0 });
      return true;
    },
  };
}

const hca = queuePair.build(parseOptions(queuePair, { wqeDelay: "100ns" }));
const streams = [burst(1, [0, 0, 0]), burst(0, [500])];
const draft = {} as PacketDraft;
for (const stream of hca.adapt?.(streams, 1000) ?? [])
  while (stream.next(draft))
    console.log(
      `SL ${draft.sl}, posted at ${draft.birth} ns, on its lane at ${draft.readyAt} ns`,
    );
