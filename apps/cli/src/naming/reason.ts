import type { TaskFailure } from "@fabriclab/experiment-executor-local";

/** Why a routing was not accepted, in a line, without the fabric's name, which may be long and is the same in each: what, where, what would be accepted. */
export function reasonText(reason: TaskFailure, fabric: string): string {
  const { code, where, got, expected } = reason;
  const message = reason.message.startsWith(`${fabric} is `)
    ? reason.message.slice(fabric.length + 4)
    : reason.message.replaceAll(fabric, "the fabric");
  const found = where?.path ?? where?.file;
  const place = found === fabric ? undefined : found;
  return [
    `${message}${place === undefined ? "" : `: ${place}`}`,
    ...(got === undefined ? [] : [`got ${got}`]),
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(code === undefined ? [] : [code]),
  ].join("; ");
}
