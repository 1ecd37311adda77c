import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  writeSync,
} from "node:fs";
import type { Order, Task } from "./task.ts";

/**
 * The file of an order, made so that an element of the array reads its own share and nothing else of it: 10,000 elements that read all of 30 MB would ask 300 GB
 * of the file system that they share.
 *
 * JSON lines: a head (`HEAD` bytes), where the share of each element begins and where the last one ends (`PLACE` bytes each), and a share a line, which is a list
 * of tasks. Heads and places are filled up with blanks, so that each stands where it can be computed.
 */
const HEAD = 128;
const PLACE = 24;
const FORM = "fabriclab-order-2";

interface Head {
  readonly order: typeof FORM;
  readonly elements: number;
  readonly tasks: number;
}

/** Complexity: O(bytes of the tasks); holds one share at a time. */
export function writeOrderFile(file: string, { elements, tasks }: Order): void {
  const head: Head = { order: FORM, elements, tasks: tasks.length };
  const out = openSync(file, "w");
  try {
    writeAll(out, lineOf(JSON.stringify(head), HEAD), 0);
    const places: string[] = [];
    let place = HEAD + PLACE * (elements + 1);
    for (let element = 0; element < elements; element++) {
      places.push(lineOf(String(place), PLACE));
      const share = shareOf(tasks, elements, element);
      place += writeAll(out, `${JSON.stringify(share)}\n`, place);
    }
    places.push(lineOf(String(place), PLACE));
    writeAll(out, places.join(""), HEAD);
  } finally {
    closeSync(out);
  }
}

/**
 * What one element is to do; nothing for a number that no element has.
 *
 * @returns undefined for a file that is no order. Complexity: O(bytes of the share), and O(bytes of the file) for one that an earlier version wrote.
 */
export function shareIn(
  file: string,
  element: number,
): readonly Task[] | undefined {
  return reading(file, (descriptor) => {
    const head = headOf(descriptor);
    if (head === undefined) {
      const whole = wholeOrder(file);
      return whole && shareOf(whole.tasks, whole.elements, element);
    }
    if (element >= head.elements) return [];
    const [from, to] = [element, element + 1].map((which) =>
      Number(textAt(descriptor, HEAD + PLACE * which, PLACE)),
    );
    return sharedTasks(textAt(descriptor, from!, to! - from!));
  });
}

/** All that an order says; undefined for a file that is none. */
export function orderIn(file: string): Order | undefined {
  return reading(file, (descriptor) => {
    const head = headOf(descriptor);
    if (head === undefined) return wholeOrder(file);
    const { elements } = head;
    const places = textAt(descriptor, HEAD, PLACE * (elements + 1))
      .trimEnd()
      .split("\n")
      .map(Number);
    const tasks = new Array<Task>(head.tasks);
    for (let element = 0; element < elements; element++) {
      const from = places[element]!;
      const share = textAt(descriptor, from, places[element + 1]! - from);
      for (const [at, task] of sharedTasks(share).entries())
        tasks[element + at * elements] = task;
    }
    return { elements, tasks };
  });
}

const shareOf = (
  tasks: readonly Task[],
  elements: number,
  element: number,
): Task[] => {
  const share: Task[] = [];
  for (let at = element; at < tasks.length; at += elements)
    share.push(tasks[at]!);
  return share;
};

const sharedTasks = (text: string): readonly Task[] =>
  JSON.parse(text) as readonly Task[];

/** @throws Error where the file cannot be written */
function writeAll(descriptor: number, text: string, place: number): number {
  const bytes = Buffer.from(text);
  let done = 0;
  // A disk that is almost full takes a part; the next call says so.
  while (done < bytes.length)
    done += writeSync(
      descriptor,
      bytes,
      done,
      bytes.length - done,
      place + done,
    );
  return bytes.length;
}

const lineOf = (text: string, bytes: number): string =>
  `${text.padEnd(bytes - 1)}\n`;

/** @throws Error where the file ends before */
function textAt(descriptor: number, place: number, bytes: number): string {
  const buffer = Buffer.alloc(bytes);
  let done = 0;
  while (done < bytes) {
    const read = readSync(descriptor, buffer, done, bytes - done, place + done);
    if (read === 0) throw new Error("the order is cut off");
    done += read;
  }
  return buffer.toString("utf8");
}

/** undefined for a file that begins otherwise: an order of an earlier version, or none. */
function headOf(descriptor: number): Head | undefined {
  if (fstatSync(descriptor).size < HEAD) return undefined;
  const text = textAt(descriptor, 0, HEAD);
  return text.startsWith(`{"order":"${FORM}"`)
    ? (JSON.parse(text) as Head)
    : undefined;
}

/** What versions before wrote, in one piece. Their jobs may be in the queue while this version is installed. */
function wholeOrder(file: string): Order | undefined {
  const order = JSON.parse(readFileSync(file, "utf8")) as Partial<Order>;
  return Array.isArray(order.tasks) && typeof order.elements === "number"
    ? (order as Order)
    : undefined;
}

function reading<T>(
  file: string,
  read: (descriptor: number) => T | undefined,
): T | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, "r");
    return read(descriptor);
  } catch {
    return undefined;
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}
