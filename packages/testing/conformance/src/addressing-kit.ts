import {
  parseOptions,
  type AddressingPlugin,
  type Fabric,
  type LidTable,
} from "@fabriclab/spec";
import { MAX_LMC, UNICAST_LID_MAX } from "@fabriclab/units";
import {
  check,
  refusalOf,
  register,
  type Check,
  type Finding,
  type Runner,
} from "./check.ts";
import { firstFinding } from "./each-case.ts";
import { nameOf } from "./compile.ts";
import { documentChecks } from "./documented.ts";
import { untouchedFabric } from "./untouched-fabric.ts";

export interface AddressingCase {
  readonly fabric: Fabric;
  /** As a user would write them. */
  readonly options?: object;
}

export interface AddressingSetup {
  readonly cases: readonly AddressingCase[];
  /** Fabrics outside the claims: refused as E_<NAME>_UNSUPPORTED_FABRIC. */
  readonly foreign?: readonly Fabric[];
  /** Cases whose LIDs do not fit: refused as E_<NAME>_… */
  readonly tooLarge?: readonly AddressingCase[];
}

/** Registers the conformance tests of an addressing: owners, ranges, alignment, determinism, refusals. */
export function addressingKit(
  plugin: AddressingPlugin,
  setup: AddressingSetup,
  runner: Runner,
): void {
  register(
    runner,
    `addressing ${plugin.name} conforms`,
    addressingChecks(plugin, setup),
  );
}

/** The checks of `addressingKit`, for callers without a test runner. */
export function addressingChecks(
  plugin: AddressingPlugin,
  setup: AddressingSetup,
): Check[] {
  const assign = ({ fabric, options }: AddressingCase): LidTable =>
    plugin.assign(fabric, parseOptions(plugin, options ?? {}));
  const each = (
    search: (
      lids: LidTable,
      given: AddressingCase,
    ) => Omit<Finding, "where"> | undefined,
  ): Finding | undefined =>
    firstFinding(
      plugin.name,
      setup.cases,
      "at least one fabric inside the claims",
      (given) => search(assign(given), given),
      ({ fabric, options = {} }) => `${fabric.name} ${JSON.stringify(options)}`,
    );
  const misaligned = (
    lids: LidTable,
    { fabric }: AddressingCase,
  ): Omit<Finding, "where"> | undefined => {
    for (let endport = 0; endport < fabric.endportCount; endport++) {
      const [base = 0, lmc = 0] = [lids.baseLid[endport], lids.lmc[endport]];
      if (base % 2 ** lmc !== 0)
        return {
          what: `the base LID ${base} of ${nameOf(fabric, endport)} is no multiple of 2^${lmc}`,
          todo: "align it, or claim aligned: false, or the parameters with which it is",
        };
    }
    return undefined;
  };
  return [
    check("every endport owns 2^LMC unicast LIDs", () =>
      each((lids, { fabric }) => badBlock(lids, fabric)),
    ),
    check("every LID has the owner whose block it is in, and nobody else", () =>
      each((lids, { fabric }) => badOwner(lids, fabric)),
    ),
    check(alignmentCheck(plugin), () => {
      const [claimed, others] = [true, false].map((aligned) =>
        setup.cases.filter(
          ({ options }) => claimsAligned(plugin, options) === aligned,
        ),
      ) as [AddressingCase[], AddressingCase[]];
      for (const given of claimed) {
        const finding = misaligned(assign(given), given);
        if (finding !== undefined)
          return { ...finding, where: given.fabric.name };
      }
      if (
        plugin.claims.aligned === true ||
        others.some((given) => misaligned(assign(given), given) !== undefined)
      )
        return undefined;
      return {
        what: "all base LIDs of all cases are aligned",
        where: plugin.name,
        todo: "claim aligned: true, or add a case where they are not",
      };
    }),
    check("the same input gives the same LIDs", () =>
      each((lids, given) => {
        const again = assign(given);
        const same =
          lids.topLid === again.topLid &&
          lids.baseLid.every((base, i) => base === again.baseLid[i]) &&
          lids.lmc.every((lmc, i) => lmc === again.lmc[i]);
        return same
          ? undefined
          : {
              what: "two calls gave different LIDs",
              todo: "leave out chance without a seed, and state kept between calls",
            };
      }),
    ),
    untouchedFabric(setup.cases, ({ fabric }) => fabric, assign),
    check("foreign fabrics are refused", () => {
      for (const fabric of setup.foreign ?? []) {
        const refused = refusalOf(
          () => assign({ fabric }),
          /^E_[A-Z0-9_]+_UNSUPPORTED_FABRIC$/,
        );
        if (refused !== undefined)
          return {
            ...refused,
            where: `${fabric.name}, which is outside the claim "${plugin.claims.fabrics}"`,
          };
      }
      return undefined;
    }),
    check("fabrics that need more LIDs than there are are refused", () => {
      for (const given of setup.tooLarge ?? []) {
        const refused = refusalOf(
          () => assign(given),
          /^E_(?!SPEC_|UNITS_)[A-Z0-9_]+$/,
        );
        if (refused !== undefined)
          return { ...refused, where: given.fabric.name };
      }
      return undefined;
    }),
    ...documentChecks(plugin),
  ];
}

function alignmentCheck({ claims: { aligned } }: AddressingPlugin): string {
  if (typeof aligned === "object")
    return "base LIDs are multiples of 2^LMC with the parameters claimed, and some are not with others";
  return aligned
    ? "base LIDs are multiples of 2^LMC, as claimed"
    : "some base LID is no multiple of 2^LMC, as claimed";
}

/** Whether base LIDs are claimed to be aligned with these options, as a user would write them. */
function claimsAligned(
  plugin: AddressingPlugin,
  options: object = {},
): boolean {
  const { aligned } = plugin.claims;
  if (typeof aligned === "boolean") return aligned;
  const parsed: Readonly<Record<string, unknown>> = parseOptions(
    plugin,
    options,
  );
  return Object.entries(aligned).every(([key, value]) => parsed[key] === value);
}

function badBlock(
  lids: LidTable,
  fabric: Fabric,
): Omit<Finding, "where"> | undefined {
  if (
    lids.baseLid.length !== fabric.endportCount ||
    lids.lmc.length !== fabric.endportCount
  )
    return {
      what: `tables for ${lids.baseLid.length} endports, the fabric has ${fabric.endportCount}`,
      todo: "size baseLid and lmc by fabric.endportCount",
    };
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const [base = 0, lmc = 0] = [lids.baseLid[endport], lids.lmc[endport]];
    const last = base + 2 ** lmc - 1;
    if (base >= 1 && last <= UNICAST_LID_MAX && lmc <= MAX_LMC) continue;
    return {
      what: `${nameOf(fabric, endport)} owns LIDs ${base} to ${last} (LMC ${lmc})`,
      todo: "give every endport LIDs from 1 to 49151 and an LMC up to 7",
    };
  }
  return undefined;
}

function badOwner(
  lids: LidTable,
  fabric: Fabric,
): Omit<Finding, "where"> | undefined {
  const todo = "fill owner with lidTable(baseLid, lmc) of @fabriclab/spec";
  if (lids.owner.length !== lids.topLid + 1)
    return {
      what: `owner reaches to ${lids.owner.length - 1}, topLid is ${lids.topLid}`,
      todo,
    };
  const expected = new Int32Array(lids.topLid + 1).fill(-1);
  for (let endport = 0; endport < fabric.endportCount; endport++) {
    const base = lids.baseLid[endport] ?? 0;
    for (
      let lid = base;
      base > 0 && lid < base + 2 ** (lids.lmc[endport] ?? 0);
      lid++
    ) {
      const other = expected[lid] ?? -2;
      if (other !== -1)
        return {
          what:
            other === -2
              ? `LID ${lid} of ${nameOf(fabric, endport)} is above topLid`
              : `LID ${lid} is in the blocks of ${nameOf(fabric, other)} and ${nameOf(fabric, endport)}`,
          todo: "give every endport a block of its own",
        };
      expected[lid] = endport;
    }
  }
  const wrong = expected.findIndex(
    (endport, lid) => endport !== lids.owner[lid],
  );
  return wrong < 0
    ? undefined
    : {
        what: `owner[${wrong}] is ${lids.owner[wrong]}, the blocks say ${expected[wrong]}`,
        todo,
      };
}
