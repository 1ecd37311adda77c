import { Refused } from "./connection.ts";
import { fileOf, type Setup } from "../shared/setup.ts";

/** What an address restores. */
export interface Shared {
  readonly setup: Setup;
  /** Hosts by name. */
  readonly source?: string;
  readonly destination?: string;
}

/** Longest experiment that is read from an address. */
const MOST_BYTES = 2 ** 20;

/** What may stand there that is no experiment: the link that skips the drawing leads to the panels. */
const PLACES: readonly string[] = ["", "#", "#panels"];

/** The part of an address after `#`: packed and in the base64 of URLs. Nothing of it is sent to a server. */
export async function toHash(shared: Shared): Promise<string> {
  const packed = new Blob([JSON.stringify(shared)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  // Not all at once: a function takes only so many arguments.
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte));
  return `x=${btoa(letters.join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "")}`;
}

/**
 * The address that restores an experiment. Of what the page was opened with, `?file=` stays where the experiment is about that file: `fabriclab view` serves it as
 * long as it runs.
 *
 * @param page the address of the page
 */
export async function addressOf(page: string, shared: Shared): Promise<string> {
  const url = new URL(page);
  const file = fileOf(shared.setup);
  const isServed = file !== undefined && url.searchParams.get("file") === file;
  url.search = isServed ? `?file=${encodeURIComponent(file)}` : "";
  url.hash = await toHash(shared);
  return url.href;
}

/** The experiment in an address; undefined where nothing stands behind the `#`, or a place in the page. @throws Refused `E_PLAYGROUND_ADDRESS` */
export async function fromHash(hash: string): Promise<Shared | undefined> {
  if (PLACES.includes(hash)) return undefined;
  const code = hash.replace(/^#/, "");
  try {
    if (!code.startsWith("x=")) throw new Error("they do not begin with x=");
    return await unpacked(code.slice(2));
  } catch (error) {
    throw new Refused({
      code: "E_PLAYGROUND_ADDRESS",
      message: "The address holds no experiment that can be read.",
      where: "the part behind #",
      got: `${code.length} letters: ${error instanceof Error ? error.message : String(error)}`,
      expected: "an address as Copy the address gives it",
      hint: "it may have been cut off on its way: copy it again, or send scenario.yaml",
    });
  }
}

async function unpacked(code: string): Promise<Shared> {
  const packed = Uint8Array.from(
    atob(code.replaceAll("-", "+").replaceAll("_", "/")),
    (letter) => letter.charCodeAt(0),
  );
  const reader = new Blob([packed])
    .stream()
    .pipeThrough(new DecompressionStream("deflate-raw"))
    .getReader();
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    text += decoder.decode(value, { stream: true });
    if (text.length > MOST_BYTES) throw new Error("the address holds too much");
  }
  const shared = JSON.parse(text) as Shared;
  if (typeof shared.setup !== "object" || shared.setup === null)
    throw new Error("the address holds no experiment");
  return shared;
}
