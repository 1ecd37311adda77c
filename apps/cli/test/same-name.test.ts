import { describe, expect, it } from "vitest";
import { fabriclab, workFolder } from "./command.ts";

const folder = workFolder();
const file = folder.at("net.topo");

/** Puts a tree with so many levels of 4-port switches into the file: of 2 levels it has 8 hosts, of 3 it has 16. */
const build = (levels: number) =>
  fabriclab(
    ...["topology", "fat-tree", "--ports", "4", "--levels", String(levels)],
    ...["-o", file],
  );

interface Figures {
  readonly rows: readonly {
    readonly figures: { readonly hops: { readonly most: number } };
  }[];
}

describe("a file that is another one when a command of the same process reads it again", () => {
  it("is read anew by compare: paths cross 2n - 1 switches at most", async () => {
    const most: number[] = [];
    for (const levels of [2, 3]) {
      await build(levels);
      const { out } = await fabriclab(
        ...["compare", "--fabric", file, "--engines", "minhop"],
        ...["--samples", "2", "--json", "--quiet"],
      );
      const { rows } = JSON.parse(out) as Figures;
      most.push(rows[0]?.figures.hops.most ?? 0);
    }
    expect(most).toEqual([3, 5]);
  });

  it("is read anew by fail: all hosts are its endpoints", async () => {
    const hosts: number[] = [];
    for (const levels of [2, 3]) {
      await build(levels);
      const { out } = await fabriclab(
        ...[
          "fail",
          "--fabric",
          file,
          "--routing",
          "minhop",
          "--each",
          "switch",
        ],
        ...["--samples", "2", "--json", "--quiet"],
      );
      const { before } = JSON.parse(out) as {
        readonly before: { readonly endpoints: number };
      };
      hosts.push(before.endpoints);
    }
    expect(hosts).toEqual([8, 16]);
  });
});
