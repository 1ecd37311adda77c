import type { SwitchModel, Traffic } from "@fabriclab/spec";
import { FabricError } from "@fabriclab/units";

/** What is left to somebody who asked for several threads. */
const ONE_THREAD =
  "run it on one thread (threads: 1, or without --threads): the result is the same; several runs at a time are --seeds and --jobs";

function refuse(
  field: string,
  owner: string,
  expected: string,
  hint = "a field that is set is never ignored; leave it out, or change what it does not go with",
): never {
  throw new FabricError({
    code: "E_NETWORK_UNSUPPORTED",
    message: `the packet engine does not carry out ${field}`,
    got: `${field}, set by ${owner}`,
    expected,
    hint,
  });
}

/** What a switch model asks for that contradicts something else in it. */
function refuseContradictions(model: SwitchModel): void {
  const owner = `switch model ${model.name}`;
  const { replication } = model;
  const buffered =
    ("packets" in model.outputBuffer
      ? model.outputBuffer.packets
      : model.outputBuffer.bytes) > 0;
  if (model.crossbarScheduler !== undefined) {
    if (!buffered)
      refuse(
        "crossbarScheduler",
        owner,
        "output buffers: without them laneScheduler decides",
      );
    if (model.crossbar === "lane")
      refuse(
        "crossbarScheduler",
        owner,
        "one crossbar for all lanes: where each lane has a layer, none waits for another",
      );
  }
  if ((model.outputDelay ?? 0) !== 0 && !buffered)
    refuse(
      "outputDelay",
      owner,
      "output buffers: without them there is nothing behind the crossbar",
    );
  if (model.endportAtEveryPort === true) {
    if (model.crossbar !== "lane")
      refuse("endportAtEveryPort", owner, "a crossbar layer per lane");
    if (model.select !== undefined)
      refuse("endportAtEveryPort with select", owner, "one of the two");
  }
  if (replication.mode !== "gang") {
    const { concurrent, centralPackets } = replication;
    if (concurrent !== undefined && centralPackets !== undefined)
      refuse(
        "replication.concurrent with centralPackets",
        owner,
        "one of the two: a copy waits in the holding buffer or in the central queue",
      );
    const isCount = (value: number): boolean =>
      Number.isInteger(value) && value >= 1;
    if (centralPackets !== undefined && !isCount(centralPackets))
      refuse(
        `replication.centralPackets of ${centralPackets}`,
        owner,
        "a whole number of packets, at least 1",
      );
    if (
      concurrent !== undefined &&
      concurrent !== Infinity &&
      !isCount(concurrent)
    )
      refuse(
        `replication.concurrent of ${concurrent}`,
        owner,
        "a whole number of packets, at least 1, or Infinity",
      );
  }
  const { creditPacketBytes = 0 } = model;
  if (!(Number.isInteger(creditPacketBytes) && creditPacketBytes >= 0))
    refuse(
      `creditPacketBytes of ${creditPacketBytes}`,
      owner,
      "a whole number of bytes",
    );
}

/** @throws FabricError E_NETWORK_MTU when traffic has larger packets than a switch takes */
function refuseLargePackets(
  { name, mtu = Infinity }: SwitchModel,
  traffic: readonly Traffic[],
): void {
  for (const [index, { maxPacketBytes }] of traffic.entries()) {
    if (maxPacketBytes <= mtu) continue;
    throw new FabricError({
      code: "E_NETWORK_MTU",
      message: `packets are larger than the switch model ${name} takes`,
      where: { path: `traffic[${index}]` },
      got: `${maxPacketBytes} bytes`,
      expected: `at most ${mtu} bytes, the MTU`,
      hint: "smaller packets, or a larger MTU where the switch model lets you choose",
    });
  }
}

/**
 * Refuses what the contract allows and the engine does not carry out: it must not be ignored.
 *
 * @throws FabricError E_NETWORK_UNSUPPORTED, naming the field and who sets it; E_NETWORK_MTU
 */
export function refuseUnsupported(run: {
  readonly switchModels: readonly SwitchModel[];
  readonly traffic: readonly Traffic[];
  /** The network is one part of several. */
  readonly divided: boolean;
  /** Links may fail, and tables may be replaced. */
  readonly changes: boolean;
  /** What asks for the general loop, which runs on one thread; undefined = nothing. */
  readonly general: string | undefined;
}): void {
  for (const model of run.switchModels) {
    refuseLargePackets(model, run.traffic);
    refuseContradictions(model);
    if (run.divided && model.drop !== undefined)
      refuse(
        "drop on several threads",
        `switch model ${model.name}`,
        "one thread",
        ONE_THREAD,
      );
  }
  if (run.changes)
    for (const model of run.switchModels) {
      const { name, creditPacketBytes } = model;
      const owner = `switch model ${name}`;
      if (model.creditAccounting === "counters")
        refuse(
          "live changes with creditAccounting: counters",
          owner,
          "exact credits",
        );
      if ((creditPacketBytes ?? 0) > 0)
        refuse(
          "live changes with creditPacketBytes",
          owner,
          "credits that cost no bandwidth",
        );
    }
  if (!run.divided) return;
  if (run.general !== undefined)
    refuse(
      `${run.general} on several threads`,
      "the run",
      "one thread",
      ONE_THREAD,
    );
  if (run.traffic.some((t) => t.delivered !== undefined))
    refuse(
      "delivered on several threads",
      "closed-loop traffic",
      "one thread",
      ONE_THREAD,
    );
}
