import {
  FabricError,
  type ForwardingTables,
  type TablesContext,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type SwitchIx,
} from "@fabriclab/units";

/** Where one packet went, port by port. */
export interface PathStep {
  readonly sw: number;
  /** Port number by which it came in. */
  readonly ingress: number;
  /** Port number by which it leaves. */
  readonly egress: number;
}

/** Follows unicast paths, by the compiled tables where there are some, else by the rule. */
export class UnicastPaths {
  readonly #context: TablesContext;
  readonly #unicast: ForwardingTables | undefined;
  readonly #out = new Uint8Array(255);

  constructor(context: TablesContext) {
    this.#context = context;
    this.#unicast = context.unicast;
  }

  /**
   * The switches that a packet from `source` to `destination` crosses.
   *
   * @throws FabricError E_MULTICAST_UNION_NO_PATH or E_MULTICAST_UNION_LOOP
   */
  walk(source: EndportIx, destination: EndportIx): PathStep[] {
    const { fabric, lids } = this.#context;
    const dlid = this.#pathLid(source, destination);
    const start = fabric.attachment(source);
    const target = fabric.endportPort[destination] ?? -1;
    const steps: PathStep[] = [];
    let sw: number = start?.sw ?? -1;
    let ingress: number = start?.num ?? 0;
    while (sw >= 0) {
      const egress = this.#portTowards(sw, dlid);
      const port = (fabric.portStart[sw] ?? 0) + egress - 1;
      const peer =
        egress === 0 || egress === NO_PORT ? -1 : (fabric.portPeer[port] ?? -1);
      if (peer < 0) break;
      steps.push({ sw, ingress, egress });
      if (peer === target) return steps;
      if (steps.length > fabric.switchCount)
        throw this.#lost("LOOP", source, destination, sw);
      sw = fabric.portNode[peer] ?? -1;
      if (sw >= fabric.switchCount) break;
      ingress = peer - (fabric.portStart[sw] ?? 0) + 1;
    }
    // A source without a switch, an empty entry, or a delivery to somebody else.
    throw this.#lost(
      "NO_PATH",
      source,
      destination,
      Math.max(0, sw),
      lids.baseLid[destination],
    );
  }

  #pathLid(source: EndportIx, destination: EndportIx): Lid {
    const { lids, routing } = this.#context;
    return (
      this.#unicast?.pathLid(source, destination) ??
      routing.pathLid?.(source, destination) ??
      ((lids.baseLid[destination] ?? 0) as Lid)
    );
  }

  #portTowards(sw: number, dlid: Lid): number {
    if (this.#unicast !== undefined)
      return this.#unicast.lft[sw]?.[dlid] ?? NO_PORT;
    const count = this.#context.routing.candidates(
      sw as SwitchIx,
      dlid,
      this.#out,
    );
    return count === 0 ? NO_PORT : (this.#out[0] ?? NO_PORT);
  }

  #lost(
    what: "LOOP" | "NO_PATH",
    source: EndportIx,
    destination: EndportIx,
    sw: number,
    lid = 0,
  ): FabricError {
    const { fabric, routingName } = this.#context;
    const name = (endport: EndportIx): string =>
      fabric.nodeName[fabric.endportNode[endport] ?? -1] ??
      `endport ${endport}`;
    return new FabricError({
      code:
        what === "LOOP"
          ? "E_MULTICAST_UNION_LOOP"
          : "E_MULTICAST_UNION_NO_PATH",
      message:
        what === "LOOP"
          ? `the path of ${routingName} from ${name(source)} to ${name(destination)} never ends`
          : `${routingName} has no path from ${name(source)} to ${name(destination)} (base LID ${lid})`,
      where: { path: fabric.nodeName[sw] ?? "" },
      expected: "a unicast path from every source to every member",
      hint: "a multicast tree of this kind is made of unicast paths; audit the unicast tables first",
    });
  }
}
