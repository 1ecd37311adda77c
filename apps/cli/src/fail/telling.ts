import { performance } from "node:perf_hooks";
import { BroadcastChannel } from "node:worker_threads";
import type { TablesProgress } from "@fabriclab/spec";

/** A thread tells this often how far it is. */
const TELL_MS = 200;

/**
 * Tells how far an act is, over a broadcast channel.
 *
 * @param channel undefined where nobody listens
 */
export async function telling<T>(
  channel: string | undefined,
  label: string,
  act: (tell: TablesProgress) => Promise<T>,
): Promise<T> {
  if (channel === undefined) return act(() => undefined);
  const out = new BroadcastChannel(channel);
  let next = 0;
  try {
    return await act((what, done, total) => {
      const now = performance.now();
      if (now < next) return;
      next = now + TELL_MS;
      out.postMessage(
        `${label}: ${what} ${Math.floor((100 * done) / total)} %`,
      );
    });
  } finally {
    out.close();
  }
}

/** Hears what threads tell. @returns a function that stops it */
export function heardFrom(
  channel: string,
  hear: (text: string) => void,
): () => void {
  const heard = new BroadcastChannel(channel);
  heard.onmessage = (message: unknown) => {
    hear((message as { readonly data: string }).data);
  };
  return () => heard.close();
}
