import { deflateRawSync } from "node:zlib";
import { expect, it } from "vitest";
import { Refused } from "../src/page/connection.ts";
import { presets } from "../src/shared/presets.ts";
import { addressOf, fromHash, toHash } from "../src/page/share.ts";

const packed = (text: string): string =>
  `#x=${deflateRawSync(text).toString("base64url")}`;

const codeOf = (hash: string): Promise<unknown> =>
  fromHash(hash).then(
    () => "read",
    (error: unknown) => error instanceof Refused && error.refusal.code,
  );

it("reads what it wrote, of every experiment that is offered and with names of any letters", async () => {
  for (const { setup } of presets) {
    const shared = { setup, source: "H(1,2) ü 節点", destination: "b" };
    expect(await fromHash(`#${await toHash(shared)}`)).toEqual(shared);
  }
});

it("reads what another program packed", async () => {
  expect(await fromHash(packed('{"setup":{"seed":1}}'))).toEqual({
    setup: { seed: 1 },
  });
});

it("refuses an address that was cut off, is noise, holds something else, or unpacks without end", async () => {
  const whole = `#${await toHash({ setup: presets[0]!.setup })}`;
  for (const hash of [
    whole.slice(0, whole.length / 2),
    "#x=AAAA",
    "#x=%%%",
    "#garbage%%%",
    "#X=AAAA",
    "#x=",
    packed("null"),
    packed("[1"),
    packed('{"setup":null}'),
    packed(" ".repeat(2 ** 22)),
  ])
    expect([hash.slice(0, 40), await codeOf(hash)]).toEqual([
      hash.slice(0, 40),
      "E_PLAYGROUND_ADDRESS",
    ]);
  expect(await fromHash("")).toBeUndefined();
  expect(await fromHash("#panels")).toBeUndefined();
});

it("keeps the file that view serves in the address of an experiment about it, and only there", async () => {
  const of = async (path: string | undefined): Promise<string> => {
    const topology =
      path === undefined ? { kind: "mesh" } : { kind: "file", path };
    const setup = { ...presets[0]!.setup, topology };
    const page = "http://127.0.0.1:4242/?file=my%20net.topo&more=1#x=old";
    const url = new URL(await addressOf(page, { setup }));
    expect(await fromHash(url.hash)).toEqual({ setup });
    return url.search;
  };
  expect(await of("my net.topo")).toBe("?file=my%20net.topo");
  expect(await of("other.topo")).toBe("");
  expect(await of(undefined)).toBe("");
});
