import type { Json, Params } from "@fabriclab/spec";
import { toJson } from "./to-json.ts";
import type { Composition } from "./composition.ts";
import { fabricDigest, tablesDigest } from "./experiment-hash.ts";
import type { Experiment, Use } from "./experiment.ts";

interface Named {
  readonly name: string;
  readonly params: Params;
}

type Fields = Readonly<Record<string, Json>>;

const used = (use: Use<Named>, path: string): Fields => ({
  plugin: use.plugin.name,
  options: toJson(use.options ?? {}, path),
});

/**
 * Everything that a result of the experiment depends on, as plain data with every default filled in: the input of `experimentHash`.
 *
 * The number of threads and the checked mode are left out, because results do not depend on them.
 */
export function describeExperiment(experiment: Experiment): Fields {
  const { fabric, tables, switchModel, link, measure } = experiment;
  return {
    name: experiment.name,
    seed: experiment.seed,
    fabric: {
      name: fabric.name,
      switches: fabric.switchCount,
      hosts: fabric.hostCount,
      links: fabric.linkCount,
      digest: fabricDigest(fabric),
    },
    tables:
      "given" in tables
        ? {
            ...(tables.use === undefined ? {} : used(tables.use, "tables")),
            given: tables.given.engine,
            digest: tablesDigest(tables.given),
          }
        : {
            addressing: used(tables.addressing, "addressing"),
            routing: used(tables.routing, "routing"),
            unicast: used(tables.unicast, "tables"),
            ...(tables.multicast === undefined
              ? {}
              : { multicast: used(tables.multicast, "multicast") }),
            ...(tables.lanes === undefined
              ? {}
              : { lanes: used(tables.lanes, "lanes") }),
          },
    switch: used(switchModel.use, "switch"),
    arbiter: used(switchModel.arbiter, "arbiter"),
    laneScheduler: used(switchModel.laneScheduler, "laneScheduler"),
    ...(switchModel.crossbarScheduler === undefined
      ? {}
      : {
          crossbarScheduler: used(
            switchModel.crossbarScheduler,
            "crossbarScheduler",
          ),
        }),
    replication: used(switchModel.replication, "replication"),
    ...(switchModel.select === undefined
      ? {}
      : { select: used(switchModel.select, "select") }),
    ...(switchModel.drop === undefined
      ? {}
      : { drop: used(switchModel.drop, "drop") }),
    hca: used(experiment.hca, "hca"),
    link: toJson(link, "link"),
    traffic: experiment.traffic.map((traffic, index) => ({
      ...used(traffic, `traffic[${index}]`),
      ...(traffic.name === undefined ? {} : { name: traffic.name }),
      ...(traffic.pattern === undefined
        ? {}
        : { pattern: used(traffic.pattern, `traffic[${index}].pattern`) }),
    })),
    metrics: experiment.metrics.map((metric, index) =>
      used(metric, `metrics[${index}]`),
    ),
    ...(experiment.changes === undefined
      ? {}
      : { changes: toJson(experiment.changes, "changes") }),
    measure: toJson(measure, "measure"),
  };
}

/** The experiment and what was composed of it, for people: `fabriclab run --explain`. */
export function describe(composition: Composition): Fields {
  const { tables, traffic, switchModel, hca } = composition;
  return {
    ...describeExperiment(composition.experiment),
    threads: composition.experiment.threads,
    checked: composition.experiment.checked,
    composed: {
      tickPs: composition.tickPs,
      hosts: composition.hosts.length,
      lids: {
        highest: tables.lids.topLid,
        lmc: tables.lids.lmc.reduce((most, lmc) => Math.max(most, lmc), 0),
      },
      tables: { engine: tables.engine, lanes: tables.lanes },
      ...(tables.multicast === undefined
        ? {}
        : {
            multicast: {
              groups: composition.groups.length,
              mlids: tables.multicast.mlidCount,
              plan: tables.multicast.plan,
            },
          }),
      switch: {
        model: switchModel.name,
        lanes: switchModel.lanes,
        inputBuffer: toJson(switchModel.inputBuffer),
        outputBuffer: toJson(switchModel.outputBuffer),
        crossbar: switchModel.crossbar,
        routingDelayPs: switchModel.routingDelay,
        arbiter: switchModel.arbiter.name,
        laneScheduler: switchModel.laneScheduler.name,
        ...(switchModel.crossbarScheduler === undefined
          ? {}
          : { crossbarScheduler: switchModel.crossbarScheduler.name }),
        replication: switchModel.replication.name,
        ...(switchModel.select === undefined
          ? {}
          : { select: switchModel.select.name }),
        ...(switchModel.drop === undefined
          ? {}
          : { drop: switchModel.drop.name }),
      },
      hca: {
        model: hca.name,
        sendDelayPs: hca.sendDelay,
        receiveDelayPs: hca.receiveDelay,
        ...(hca.receive === undefined
          ? {}
          : {
              receiveBuffer: hca.receive.buffer,
              receiveBytePs: hca.receive.bytePs.num / hca.receive.bytePs.den,
            }),
      },
      traffic: traffic.map((one) => ({
        streams: one.streams.length,
        finite: one.finite,
        packetBytes: [one.minPacketBytes, one.maxPacketBytes],
        ...(one.offeredLoad === undefined
          ? {}
          : { offeredLoad: one.offeredLoad }),
        ...(one.expectedDeliveries === undefined
          ? {}
          : { expectedDeliveries: one.expectedDeliveries }),
        ...(one.operations === undefined ? {} : { operations: one.operations }),
      })),
      metrics: composition.experiment.metrics.map(({ plugin }) => plugin.name),
    },
  };
}
