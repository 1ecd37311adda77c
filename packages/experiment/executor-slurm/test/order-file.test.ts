import {
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { orderIn, shareIn, writeOrderFile } from "../src/order-file.ts";
import { doOrder, type Task } from "@fabriclab/experiment-executor-slurm";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "fabriclab-order-"));
  file = join(folder, "order");
});
afterEach(() => {
  rmSync(folder, { recursive: true, force: true });
});

/** Inputs of several lengths, in letters of more than one byte too. */
const tasks = (count: number): Task[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `t${at}`,
    label: `über ${at}\n`,
    input: { text: "ü€😀".repeat(at) },
  }));
const keys = (share: readonly Task[] | undefined) =>
  share?.map(({ key }) => key);

describe("the file of an order", () => {
  it("gives each element every so manieth task, and all of them to who waits", () => {
    const list = tasks(7);
    writeOrderFile(file, { elements: 3, tasks: list });
    expect(orderIn(file)).toEqual({ elements: 3, tasks: list });
    expect(keys(shareIn(file, 0))).toEqual(["t0", "t3", "t6"]);
    expect(keys(shareIn(file, 1))).toEqual(["t1", "t4"]);
    expect(shareIn(file, 2)).toEqual([list[2], list[5]]);
    expect(shareIn(file, 3)).toEqual([]);
  });

  it("is read by an element only where its own share is", () => {
    writeOrderFile(file, { elements: 3, tasks: tasks(30) });
    const others = readFileSync(file, "utf8")
      .split("\n")
      // A head, four places, and the shares.
      .map((line, at) =>
        at === 6 || at < 5
          ? line
          : line.replaceAll(/./gu, (one) => "!".repeat(Buffer.byteLength(one))),
      );
    writeFileSync(file, others.join("\n"));
    expect(keys(shareIn(file, 1))).toEqual(
      Array.from({ length: 10 }, (_, at) => `t${3 * at + 1}`),
    );
    expect(shareIn(file, 0)).toBeUndefined();
    expect(orderIn(file)).toBeUndefined();
  });

  it("is no order where it is cut off", async () => {
    writeOrderFile(file, { elements: 2, tasks: tasks(4) });
    truncateSync(file, readFileSync(file).length - 2);
    expect(keys(shareIn(file, 0))).toEqual(["t0", "t2"]);
    expect(orderIn(file)).toBeUndefined();
    await expect(
      doOrder(file, {
        element: 1,
        finished: () => false,
        run: () => Promise.resolve(),
      }),
    ).rejects.toMatchObject({ code: "E_SLURM_ORDER" });
  });

  it("may be one that versions before wrote, whose job is in the queue still", () => {
    const list = tasks(5);
    writeFileSync(file, JSON.stringify({ elements: 2, tasks: list }));
    expect(orderIn(file)).toEqual({ elements: 2, tasks: list });
    expect(keys(shareIn(file, 1))).toEqual(["t1", "t3"]);
  });
});
