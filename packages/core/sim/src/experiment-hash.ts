import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import {
  canonicalJson,
  type Fabric,
  type ForwardingTables,
  type Json,
} from "@fabriclab/spec";

/**
 * SHA-256 of a description in canonical JSON, as 64 hexadecimal digits: the name under which results are cached.
 *
 * It covers what is described, so describe the whole experiment (`describeExperiment`) and, beside it, the code's version where results
 * outlive it.
 */
export function experimentHash(description: Json): string {
  return bytesToHex(sha256(utf8ToBytes(canonicalJson(description))));
}

/** Bytes of a typed array, little-endian as every machine that runs JavaScript today. */
const raw = (array: ArrayBufferView): Uint8Array =>
  new Uint8Array(array.buffer, array.byteOffset, array.byteLength);

/** SHA-256 over nodes, ports, cables and their rates: equal for equal fabrics, whoever built them. O(ports). */
export function fabricDigest(fabric: Fabric): string {
  const hash = sha256.create();
  hash.update(
    utf8ToBytes(
      JSON.stringify([fabric.switchCount, fabric.hostCount, fabric.nodeName]),
    ),
  );
  for (const array of [
    fabric.portStart,
    fabric.linkPorts,
    fabric.linkWidth,
    fabric.linkSpeed,
    fabric.linkFlightPs,
    fabric.linkBytePsNum,
    fabric.linkBytePsDen,
    fabric.nodeGuid,
    fabric.portGuid,
  ]) {
    hash.update(raw(array));
  }
  return bytesToHex(hash.digest());
}

/**
 * SHA-256 over LIDs, LFTs, MFTs, port sets and lanes of tables. The path policy and the paths that LIDs name are functions and enter through `engine`
 * (and the number of path bits) only.
 */
export function tablesDigest(tables: ForwardingTables): string {
  const { lids, lft, multicast, portSets, sl2vl, hostSl2vl } = tables;
  const hash = sha256.create();
  hash.update(
    utf8ToBytes(
      canonicalJson([
        tables.engine,
        tables.lanes,
        lft.length,
        multicast?.plan ?? null,
        multicast?.firstMlid ?? null,
        multicast?.words ?? null,
        JSON.stringify(tables.vlArb ?? null),
        tables.portSetWords ?? null,
        tables.multipath?.bits ?? null,
      ]),
    ),
  );
  for (const array of [
    lids.baseLid,
    lids.lmc,
    ...lft,
    ...(portSets ?? []),
    ...(sl2vl ?? []),
    ...(hostSl2vl === undefined ? [] : [hostSl2vl]),
  ])
    hash.update(raw(array));
  if (multicast !== undefined) hash.update(raw(multicast.masks));
  return bytesToHex(hash.digest());
}
