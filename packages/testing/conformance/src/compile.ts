import {
  lidTable,
  parseOptions,
  type AddressingPlugin,
  type Fabric,
  type ForwardingTables,
  type LidTable,
  type RoutingPlugin,
  type RoutingRule,
} from "@fabriclab/spec";
import {
  NO_PORT,
  type EndportIx,
  type Lid,
  type Sl,
  type SwitchIx,
} from "@fabriclab/units";

/** One fabric on which a routing is examined. */
export interface RoutingCase {
  readonly fabric: Fabric;
  /** As a user would write them. */
  readonly options?: object;
  /** Default: one LID per endport, in order. */
  readonly addressing?: AddressingPlugin;
  readonly addressingOptions?: object;
}

export interface CompiledCase {
  readonly fabric: Fabric;
  readonly lids: LidTable;
  /** Absent for a routing that returns tables. */
  readonly rule: RoutingRule | undefined;
  readonly tables: ForwardingTables;
}

/** LIDs for a fabric about which nothing is known. */
export function plainLids(fabric: Fabric): LidTable {
  const baseLid = Uint16Array.from(
    { length: fabric.endportCount },
    (_, i) => i + 1,
  );
  return lidTable(baseLid, new Uint8Array(fabric.endportCount));
}

export function lidsOf({
  fabric,
  addressing,
  addressingOptions,
}: RoutingCase): LidTable {
  return addressing === undefined
    ? plainLids(fabric)
    : addressing.assign(
        fabric,
        parseOptions(addressing, addressingOptions ?? {}),
      );
}

/** Creates the routing on a case and compiles it as it stands, wrong ports included: the checks are there to find those. */
export function compileCase(
  plugin: RoutingPlugin,
  given: RoutingCase,
): CompiledCase {
  const { fabric } = given;
  const lids = lidsOf(given);
  const created = plugin.create(
    { fabric, lids },
    parseOptions(plugin, given.options ?? {}),
  );
  if ("tables" in created)
    return { fabric, lids, rule: undefined, tables: created.tables() };
  return {
    fabric,
    lids,
    rule: created,
    tables: compileRule(fabric, lids, created, plugin.name),
  };
}

/** The tables of a routing by rule, wrong ports included. */
export function compileRule(
  fabric: Fabric,
  lids: LidTable,
  rule: RoutingRule,
  engine: string,
): ForwardingTables {
  const out = new Uint8Array(255);
  const lft = Array.from({ length: fabric.switchCount }, (_, sw) => {
    const table = new Uint8Array(lids.topLid + 1).fill(NO_PORT);
    for (let lid = 1; lid <= lids.topLid; lid++) {
      const owner = lids.owner[lid] ?? -1;
      if (owner === sw) table[lid] = 0;
      else if (
        owner >= 0 &&
        rule.candidates(sw as SwitchIx, lid as Lid, out) > 0
      )
        table[lid] = out[0] ?? NO_PORT;
    }
    return table;
  });
  return {
    lids,
    lft,
    lanes: rule.lanes ?? 1,
    engine,
    pathLid: (source, destination) =>
      rule.pathLid?.(source, destination) ??
      ((lids.baseLid[destination] ?? 0) as Lid),
    pathSl: (source, destination) =>
      rule.pathSl?.(source, destination) ?? (0 as Sl),
  };
}

/** Host endports that are cabled to a switch and own a LID. */
export function hostsOf(fabric: Fabric, lids: LidTable): EndportIx[] {
  const found: EndportIx[] = [];
  for (
    let endport = fabric.switchCount;
    endport < fabric.endportCount;
    endport++
  )
    if (
      fabric.attachment(endport as EndportIx) !== undefined &&
      (lids.baseLid[endport] ?? 0) > 0
    )
      found.push(endport as EndportIx);
  return found;
}

/** Name of an endport's node. */
export function nameOf(fabric: Fabric, endport: number): string {
  return (
    fabric.nodeName[fabric.endportNode[endport] ?? -1] ?? `endport ${endport}`
  );
}
