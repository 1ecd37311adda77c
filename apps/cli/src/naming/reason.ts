import type { TaskFailure } from "@fabriclab/experiment-executor-local";

/** Why a routing was not accepted, in a line, without the fabric's name, which may be long and is the same in each: what, where, what would be accepted. */
export function reasonText(reason: TaskFailure, fabric: string): string {
  const { code, got, expected } = reason;
  return [
    `${messageOf(reason, fabric)}${placeOf(reason, fabric)}`,
    ...(got === undefined ? [] : [`got ${got}`]),
    ...(expected === undefined ? [] : [`expected ${expected}`]),
    ...(code === undefined ? [] : [code]),
  ].join("; ");
}

/**
 * The same, shorter, the longest first: with the place and what was found there, without the place, and the first clause alone. All end in the code, under
 * which `explain` says more. What has no code is no refusal, and its message is all that there is.
 */
export function shorterReasons(reason: TaskFailure, fabric: string): string[] {
  const { code, got } = reason;
  const message = messageOf(reason, fabric);
  if (code === undefined) return [message];
  const clause = message.split(/[:;.] /, 1).join();
  return [
    ...(got === undefined
      ? []
      : [
          `${message}${placeOf(reason, fabric)}; got ${got}`,
          `${clause}; got ${got}`,
        ]),
    clause,
  ].map((text) => `${text}; ${code}`);
}

function messageOf({ message }: TaskFailure, fabric: string): string {
  return message.startsWith(`${fabric} is `)
    ? message.slice(fabric.length + 4)
    : message.replaceAll(fabric, "the fabric");
}

/** `: leaf3:22`; nothing for the fabric as a whole. */
function placeOf({ where }: TaskFailure, fabric: string): string {
  const found = where?.path ?? where?.file ?? "";
  return found === "" || found === fabric ? "" : `: ${found}`;
}
