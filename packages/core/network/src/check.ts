import { FabricError } from "@fabriclab/units";
import { createCreditRing } from "./credit-ring.ts";
import { NO_LIMIT } from "./general/state.ts";
import * as L from "./layout.ts";
import type { NetworkCounts } from "./network.ts";
import { R_FREE, R_UNDERWAY } from "./registers.ts";
import type { NetworkState } from "./state.ts";

/**
 * Asserts the engine's invariants on a state between two slices: packets are conserved, no record of the pool is lost, credits are never
 * negative, and credits + credits on their way + buffered = capacity for every buffer.
 *
 * @throws FabricError `E_NETWORK_INVARIANT`; it is always a bug of the engine
 */
export function checkState(state: NetworkState, counts: NetworkCounts): void {
  const {
    memory: M,
    layout,
    registers,
    outputSlots,
    outputCapacity,
    general,
  } = state;
  const { slotsOf, capacityOf, centralHead, centralCount, owed } = general;
  const { ownHead } = general;
  const fail = (what: string, got: string, expected: string): never => {
    throw new FabricError({
      code: "E_NETWORK_INVARIANT",
      message: `broken invariant: ${what}`,
      got,
      expected,
      hint: "please report this as a bug",
    });
  };
  const unitsOf = (p: number, slots: boolean): number =>
    slots ? 1 : (M[p + L.K_BYTES]! + 63) >> 6;
  const ring = createCreditRing(state);
  let inSwitches = 0;
  let atHosts = 0;
  const ports = layout.ports;
  for (let port = 0; port < ports; port++) {
    const i = layout.firstPort + port * layout.portWords;
    if (M[i + L.I_NODE] === L.REMOTE) continue;
    const isHost = M[i + L.I_NODE]! < 0;
    // Credits of a link between two parts are kept on both sides; only together do they add up.
    const split = state.mail?.remoteUp[port] === 1;
    for (let lane = 0; lane < layout.lanes; lane++) {
      const q = i + L.Q0 + lane * layout.queueWords;
      const place = (): string => `port ${port} VL${lane}`;
      let buffered = 0;
      let ready = -0x80000000;
      for (let p = M[q + L.Q_HEAD]!; p >= 0; p = M[p]!) {
        buffered += unitsOf(p, slotsOf[lane] === 1);
        if (isHost) atHosts++;
        else {
          inSwitches++;
          if (M[p + L.K_READY]! < ready)
            fail(
              "packets arrive in order",
              `${M[p + L.K_READY]} after ${ready} at ${place()}`,
              "ascending",
            );
          ready = M[p + L.K_READY]!;
        }
        if (M[p]! < 0 && M[q + L.Q_TAIL] !== p && !isHost)
          fail(
            "the tail is the last packet",
            `${M[q + L.Q_TAIL]} at ${place()}`,
            String(p),
          );
      }
      if (layout.held) {
        const h = q + layout.lanes * layout.queueWords;
        const p = M[h + L.Q_HEAD]!;
        if (p >= 0) inSwitches++;
        if (p >= 0 !== M[h + layout.extra + L.QX_BRANCHES]! > 0)
          fail(
            "a holding buffer has the packet whose copies it counts",
            `${M[h + layout.extra + L.QX_BRANCHES]} copies of packet ${p} at ${place()}`,
            "copies to be sent of a packet, or neither",
          );
      }
      const receiving =
        isHost && ~M[i + L.I_NODE]! < (general.receive?.hosts ?? 0);
      // The packets of a host's queue are its own, those that it has received stand apart.
      if (receiving) {
        buffered = 0;
        const { head } = general.receive!;
        const isSlots = slotsOf[layout.lanes + lane] === 1;
        const first = head[~M[i + L.I_NODE]! * layout.lanes + lane]!;
        for (let p = first; p >= 0; p = M[p]!) {
          buffered += unitsOf(p, isSlots);
          inSwitches++;
        }
      }
      const capacity = capacityOf[lane + (receiving ? layout.lanes : 0)]!;
      if ((!isHost || receiving) && !split && capacity !== NO_LIMIT) {
        let coming = ring.coming(q);
        // Credit packets: space that is about to fall free, and credits that wait for the link.
        if (general.creditBytes > 0) {
          const due = q + layout.generalExtra;
          if (M[due + L.G_DUE_PENDING] !== 0) coming += M[due + L.G_DUE_UNITS]!;
          coming += owed[2 * (port * layout.lanes + lane)]!;
        }
        const credit = M[q + L.Q_CREDIT]!;
        if (ring.count(q) > layout.ringLength)
          fail(
            "the credit ring does not overflow",
            String(ring.count(q)),
            String(layout.ringLength),
          );
        if (
          general.counters !== undefined &&
          general.counters.credit(port * layout.lanes + lane) !== credit
        )
          fail(
            "credit counters say what exact credits say",
            `${general.counters.credit(port * layout.lanes + lane)} at ${place()}`,
            String(credit),
          );
        if (credit < 0)
          fail("credits are not negative", `${credit} at ${place()}`, ">= 0");
        if (credit + coming + buffered !== capacity)
          fail(
            "credits are conserved",
            `${credit} + ${coming} + ${buffered} at ${place()}`,
            String(capacity),
          );
      }
      if (ownHead.length > 0)
        for (let p = ownHead[port * layout.lanes + lane]!; p >= 0; p = M[p]!)
          inSwitches++;
      if (general.centralPackets > 0) {
        const at = port * layout.lanes + lane;
        let stored = 0;
        for (let p = centralHead[at]!; p >= 0; p = M[p]!) stored++;
        inSwitches += stored;
        if (stored !== centralCount[at] || stored > general.centralPackets)
          fail(
            "central queues are accounted for",
            `${stored}, booked ${centralCount[at]} at ${place()}`,
            `at most ${general.centralPackets}`,
          );
      }
      if (layout.buffered) {
        const x = i + layout.out + L.O_LANES + lane * layout.laneWords;
        let used = 0;
        for (let p = M[x + L.X_HEAD]!; p >= 0; p = M[p]!) {
          used += unitsOf(p, outputSlots);
          if (isHost) atHosts++;
          else inSwitches++;
        }
        if (!isHost && (used !== M[x + L.X_USED] || used > outputCapacity))
          fail(
            "output buffers are accounted for",
            `${used}, booked ${M[x + L.X_USED]} at ${place()}`,
            `at most ${outputCapacity}`,
          );
      }
    }
  }
  if (inSwitches !== counts.inFlight)
    fail(
      "packets are conserved",
      `${inSwitches} in switches`,
      `${counts.inFlight} in flight`,
    );
  let free = 0;
  for (let p = registers[R_FREE]!; p >= 0; p = M[p]!) free++;
  const underway = registers[R_UNDERWAY]!;
  if (free + inSwitches + atHosts + underway !== layout.packets)
    fail(
      "no packet record is lost",
      `${free} free + ${inSwitches} + ${atHosts} + ${underway}`,
      String(layout.packets),
    );
}
