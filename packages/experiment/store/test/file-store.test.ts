import {
  mkdtemp,
  readFile,
  readdir,
  rm,
  truncate,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  experimentKey,
  fileStore,
  memoryStore,
  type Store,
} from "@fabriclab/experiment-store";

const code = { "@fabriclab/sim": "1.2.3" };
const key = experimentKey({ topology: "fat-tree", load: 0.3 }, 1, code);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "fabriclab-store-"));
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

const onlyFile = async (): Promise<string> => {
  const files = (
    await readdir(folder, { recursive: true, withFileTypes: true })
  ).filter((entry) => entry.isFile());
  expect(files).toHaveLength(1);
  return join(files[0]!.parentPath, files[0]!.name);
};

describe.each<[string, () => Store]>([
  ["file store", () => fileStore(folder)],
  ["memory store", () => memoryStore()],
])("%s", (_name, make) => {
  it("has nothing at first, and then what was put", async () => {
    const store = make();
    expect(await store.has(key)).toBe(false);
    expect(await store.get(key)).toBeUndefined();
    await store.put(key, { makespan: 748_000, runs: [1, 2.5, null, "ü"] });
    expect(await store.has(key)).toBe(true);
    expect(await store.get(key)).toEqual({
      makespan: 748_000,
      runs: [1, 2.5, null, "ü"],
    });
  });

  it("replaces a result that is put again", async () => {
    const store = make();
    await store.put(key, 1);
    await store.put(key, 2);
    expect(await store.get(key)).toBe(2);
  });
});

describe("file store", () => {
  it("shows results to another store on the same folder", async () => {
    await fileStore(folder).put(key, [1, 2, 3]);
    expect(await fileStore(folder).get(key)).toEqual([1, 2, 3]);
  });

  it("leaves no temporary file, and the same bytes whatever the order of keys in the result", async () => {
    await fileStore(folder).put(key, { a: 1, b: 2 });
    const first = await readFile(await onlyFile(), "utf8");
    await fileStore(folder).put(key, { b: 2, a: 1 });
    expect(await readFile(await onlyFile(), "utf8")).toBe(first);
  });

  it("takes a file cut anywhere for an absent result, says so, and mends it by putting again", async () => {
    const whole = "x".repeat(40);
    await fileStore(folder).put(key, whole);
    const file = await onlyFile();
    const bytes = (await readFile(file)).length;
    for (let length = 0; length < bytes; length += 1) {
      await fileStore(folder).put(key, whole);
      await truncate(file, length);
      const damaged: string[] = [];
      const store = fileStore(folder, {
        onDamaged: (_file, why) => damaged.push(why),
      });
      expect(await store.get(key), `cut to ${length} bytes`).toBeUndefined();
      expect(damaged).toHaveLength(1);
    }
    await fileStore(folder).put(key, whole);
    expect(await fileStore(folder).get(key)).toBe(whole);
  });

  it("takes a file with one changed byte for an absent result", async () => {
    await fileStore(folder).put(key, { makespan: 1234 });
    const file = await onlyFile();
    await writeFile(
      file,
      (await readFile(file, "utf8")).replace("1234", "1235"),
    );
    expect(await fileStore(folder).has(key)).toBe(false);
  });

  it("does not take the result of one key for that of another", async () => {
    const other = experimentKey({ topology: "mesh" }, 1, code);
    await fileStore(folder).put(key, 1);
    const text = await readFile(await onlyFile(), "utf8");
    await fileStore(folder).put(other, 2);
    await writeFile(join(folder, other.slice(0, 2), `${other}.json`), text);
    expect(await fileStore(folder).get(other)).toBeUndefined();
  });

  it("refuses a key that could name a file elsewhere", async () => {
    await expect(fileStore(folder).put("../escape", 1)).rejects.toMatchObject({
      code: "E_STORE_KEY",
    });
  });

  it("refuses a folder that cannot be made, and names it", async () => {
    const file = join(folder, "a-file");
    await writeFile(file, "");
    await expect(
      fileStore(join(file, "below")).put(key, 1),
    ).rejects.toMatchObject({
      code: "E_STORE_UNWRITABLE",
      where: { file: expect.stringContaining("a-file") as string },
    });
  });

  it.runIf(process.platform === "linux")(
    "refuses at once a folder below one that takes none",
    async () => {
      await expect(
        fileStore("/proc/fabriclab/results").put(key, 1),
      ).rejects.toMatchObject({ code: "E_STORE_UNWRITABLE" });
    },
  );

  it("makes the folders above its own, several at a time", async () => {
    const deep = join(folder, "a", "b", "c");
    const keys = [1, 2, 3, 4].map((seed) => experimentKey({}, seed, code));
    await Promise.all(
      keys.map((one, i) => fileStore(deep).put(one, { value: i })),
    );
    expect(await fileStore(deep).get(keys[3] ?? "")).toEqual({ value: 3 });
  });

  it("refuses a number that JSON cannot hold, rather than give null back", async () => {
    await expect(fileStore(folder).put(key, { mean: NaN })).rejects.toThrow(
      RangeError,
    );
    expect(await fileStore(folder).has(key)).toBe(false);
  });
});

describe("experiment key", () => {
  it("is the same for the same experiment written in another order", () => {
    expect(experimentKey({ load: 0.3, topology: "fat-tree" }, 1, code)).toBe(
      key,
    );
  });

  it("differs in the experiment, the seed and the code", () => {
    const others = [
      experimentKey({ topology: "fat-tree", load: 0.4 }, 1, code),
      experimentKey({ topology: "fat-tree", load: 0.3 }, 2, code),
      experimentKey({ topology: "fat-tree", load: 0.3 }, 1, {
        "@fabriclab/sim": "1.2.4",
      }),
      experimentKey({ topology: "fat-tree", load: "0.3" }, 1, code),
    ];
    expect(new Set([key, ...others]).size).toBe(5);
  });
});
