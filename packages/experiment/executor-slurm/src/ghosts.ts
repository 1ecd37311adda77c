import type { Order, Task } from "./task.ts";

/** Seconds for which an element must have been running without anything left to do. One that ends by itself takes one or two. */
const GHOST_SECONDS = 15;

/**
 * Elements that the queue calls running although all their tasks have results.
 *
 * A controller that was killed comes back with its last saved state, which may say that an element runs that ended meanwhile. It keeps the
 * element's place on the node, and one of the places that the array may have, for minutes; so such an element is to be cancelled, which loses nothing.
 *
 * @returns a function that is told which elements run and how many seconds have passed since it was last told, and says which are ghosts; each is
 * named once. Complexity: O(tasks of the elements that run).
 */
export function ghostWatch(
  { elements, tasks }: Order,
  finished: (task: Task) => boolean,
): (running: readonly number[], seconds: number) => readonly number[] {
  const idle = new Map<number, number>();
  const named = new Set<number>();
  const isDone = (element: number): boolean =>
    tasks.every((task, at) => at % elements !== element || finished(task));
  return (running, seconds) => {
    for (const element of [...idle.keys()])
      if (!running.includes(element)) idle.delete(element);
    const ghosts: number[] = [];
    for (const element of running) {
      if (named.has(element) || !isDone(element)) continue;
      const since = idle.get(element);
      const waited = since === undefined ? 0 : since + seconds;
      idle.set(element, waited);
      if (waited < GHOST_SECONDS) continue;
      named.add(element);
      ghosts.push(element);
    }
    return ghosts;
  };
}
