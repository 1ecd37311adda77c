import { PathWalker } from "@fabriclab/paths";
import { compose, type Experiment } from "@fabriclab/sim";
import { emptyDraft } from "@fabriclab/spec";
import { MULTICAST_LID_MIN, type Lid } from "@fabriclab/units";
import { BYTE_NS, FLIGHT_NS, ROUTING_NS } from "./experiment.ts";

/** Makespan and mean time of a delivery. */
export interface FreeTime {
  readonly makespanNs: number;
  readonly deliveryNs: number;
}

/**
 * The times that one source's packets would take if, once on their way, none ever waited: the host serves its lanes in turn, a packet leaves when
 * the link is free and its lane's buffer in the first switch has room again, then takes 4L + 20 (h + 1) + 100 h ns over h switches.
 *
 * The lane's buffer, of one packet, is free when the packet's tail has left it and the host knows: 4L + 20 + 100 + 20 ns after its head left the
 * host. Works out no switch, arbiter or queue: what the simulator says is held against it.
 */
export function freeTime(experiment: Experiment, bytes: number): FreeTime {
  const { fabric } = experiment;
  const { tables, groups, hca, switchModel, traffic } = compose(experiment);
  const walker = new PathWalker(fabric, tables);
  const packetNs = BYTE_NS * bytes;
  const cycleNs = packetNs + 2 * FLIGHT_NS + ROUTING_NS;
  const draft = emptyDraft();
  const [stream] = traffic[0]!.streams;
  const { source } = stream!;
  // Host lane -> for every packet in its turn, the switches on the way to each of its receivers.
  const queues = Array.from(
    { length: switchModel.lanes },
    (): (readonly number[])[] => [],
  );
  const switchesTo = (lid: Lid, sl: number): number => {
    walker.walk(source, lid, sl);
    return walker.length - 1;
  };
  while (stream!.next(draft)) {
    const { dlid, sl } = draft;
    const receivers =
      dlid < MULTICAST_LID_MIN
        ? [dlid as Lid]
        : groups[0]!.members
            .filter((member) => member !== source)
            .map((member) => tables.pathLid(source, member));
    queues[hca.slToVl?.[sl] ?? sl % switchModel.lanes]!.push(
      receivers.map((lid) => switchesTo(lid, sl)),
    );
  }
  return timesOf(queues, packetNs, cycleNs);
}

/** Sends the packets of the lanes in turn, each lane at most once in a cycle. */
function timesOf(
  queues: readonly (readonly (readonly number[])[])[],
  packetNs: number,
  cycleNs: number,
): FreeTime {
  const sent = queues.map(() => 0);
  const laneFree = queues.map(() => 0);
  let left = queues.reduce((sum, { length }) => sum + length, 0);
  let now = 0;
  let turn = 0;
  let makespanNs = 0;
  let sum = 0;
  let deliveries = 0;
  for (; left > 0; left -= 1) {
    const waiting = queues.flatMap((queue, lane) =>
      sent[lane]! < queue.length ? [lane] : [],
    );
    now = Math.max(now, Math.min(...waiting.map((lane) => laneFree[lane]!)));
    const ready = waiting.filter((lane) => laneFree[lane]! <= now);
    const lane = ready.find((one) => one >= turn) ?? ready[0]!;
    for (const switches of queues[lane]![sent[lane]!]!) {
      const time =
        now + packetNs + FLIGHT_NS * (switches + 1) + ROUTING_NS * switches;
      makespanNs = Math.max(makespanNs, time);
      sum += time;
      deliveries += 1;
    }
    sent[lane]! += 1;
    laneFree[lane] = now + cycleNs;
    now += packetNs;
    turn = lane + 1;
  }
  return { makespanNs, deliveryNs: sum / deliveries };
}
