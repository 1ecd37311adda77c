import { LOAD_CLASSES, type FabricView } from "../../shared/protocol.ts";
import type { Theme } from "./theme.ts";
import { clip } from "./clip.ts";
import { linesOf, type Lines } from "./lines.ts";
import { mergedNodes } from "./merged-nodes.ts";
import type { Pose } from "./pose.ts";
import type { Sizes } from "./sizes.ts";
import { rgb, type Colour, type LineList, type NodeList } from "./surface.ts";

/** What a channel is marked as; a later one is drawn over an earlier. */
export const MARKS = ["none", "tree", "path", "cycle"] as const;
export type Mark = Exclude<(typeof MARKS)[number], "none">;

/** Kinds of nodes. */
export const HOST = 0;
export const SWITCH = 1;
export const STANDS_OUT = 2;

/** What is drawn of a fabric, whoever draws it. */
export class Picture {
  readonly #view: FabricView;
  readonly #lines: Lines;
  readonly #classes: Uint8Array;
  readonly #kinds: Uint8Array;
  #marked: Lines | undefined;
  #markClasses = new Uint8Array(0);
  #colours: readonly Colour[] = [];
  #nodeColours: readonly Colour[] = [];
  #page: Colour = [1, 1, 1];
  #linesVersion = 0;
  #version = 0;

  constructor(view: FabricView) {
    this.#view = view;
    this.#lines = linesOf(view);
    this.#classes = new Uint8Array(this.#lines.count);
    this.#kinds = new Uint8Array(view.x.length);
    this.emphasise([]);
  }

  get bothWays(): boolean {
    return this.#lines.second === undefined;
  }

  /** Another number after every change of the lines, or of their colours. */
  get linesVersion(): number {
    return this.#linesVersion;
  }

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  /** Colour of the page. */
  get page(): Colour {
    return this.#page;
  }

  /** Nodes that stand out. */
  emphasise(ends: readonly number[]): void {
    const { switchCount } = this.#view;
    this.#kinds.fill(HOST).fill(SWITCH, 0, switchCount);
    for (const node of ends) this.#kinds[node] = STANDS_OUT;
    this.#version += 1;
  }

  /** @param classOf channel -> class of its load */
  load(classOf: Uint8Array): void {
    const { first, second, count } = this.#lines;
    for (let k = 0; k < count; k++)
      this.#classes[k] =
        second === undefined
          ? classOf[first[k]!]!
          : Math.max(classOf[first[k]!]!, classOf[second[k]!]!);
    this.#linesVersion += 1;
    this.#version += 1;
  }

  /** @param marks channel -> index in `MARKS` */
  mark(marks: ReadonlyMap<number, number>): void {
    // Later marks above earlier ones.
    const channels = [...marks.keys()].sort(
      (a, b) => marks.get(a)! - marks.get(b)!,
    );
    this.#marked = marks.size === 0 ? undefined : linesOf(this.#view, channels);
    this.#markClasses = Uint8Array.from(
      this.#marked?.first ?? [],
      (channel) => LOAD_CLASSES + marks.get(channel)!,
    );
    this.#version += 1;
  }

  retheme(theme: Theme): void {
    const { loads, tree, path, cycle, host } = theme;
    this.#colours = [...loads, tree, path, cycle].map(rgb);
    this.#nodeColours = [host, theme.switch, path].map(rgb);
    this.#page = rgb(theme.page);
    this.#linesVersion += 1;
    this.#version += 1;
  }

  /** Lines that are seen, loaded channels above idle ones. Complexity: O(channels). */
  lines(pose: Pose): LineList {
    return this.#list(this.#lines, this.#classes, pose, pose.size.lines);
  }

  /** Marked channels that are seen. */
  marked(pose: Pose): LineList {
    const width = Math.max(3, 1.6 * pose.size.lines);
    const { ends, first } = this.#marked ?? {
      ends: new Float32Array(0),
      first: new Int32Array(0),
    };
    const lines = { count: first.length, ends, first, second: undefined };
    return this.#list(lines, this.#markClasses, pose, width);
  }

  /** Nodes that are seen: hosts, switches above them, and those that stand out. Complexity: O(nodes). */
  nodes(pose: Pose): NodeList {
    const { hosts, switches } = pose.size;
    const looks = [hosts, switches, Math.max(6, 1.7 * hosts)].map(
      (diameter, kind) => ({
        colour: this.#nodeColours[kind]!,
        size: pose.ratio * diameter,
      }),
    );
    return mergedNodes(this.#view, this.#kinds, looks, pose);
  }

  #list(
    { count, ends }: Lines,
    classes: Uint8Array,
    { affine, size, ratio, width, height }: Pose,
    lineWidth: number,
  ): LineList {
    const list = new Float32Array(4 * count);
    const kinds = new Uint8Array(count);
    const scale = affine.scale * ratio;
    const [left, top] = [affine.x * ratio, affine.y * ratio];
    const shift = ratio * channelShift(size, this.bothWays);
    const margin = ratio * lineWidth + 2;
    let shown = 0;
    const add = (line: number): void => {
      const at = 4 * shown;
      const x = left + scale * ends[4 * line]!;
      const y = top - scale * ends[4 * line + 1]!;
      const dx = left + scale * ends[4 * line + 2]! - x;
      const dy = top - scale * ends[4 * line + 3]! - y;
      // To the right of the way, on a screen whose y grows downwards.
      const aside = shift === 0 ? 0 : shift / (Math.hypot(dx, dy) || 1);
      list[at] = x - dy * aside;
      list[at + 1] = y + dx * aside;
      list[at + 2] = list[at]! + dx;
      list[at + 3] = list[at + 1]! + dy;
      if (!clip(list, at, width * ratio, height * ratio, margin)) return;
      kinds[shown] = classes[line]!;
      shown += 1;
    };
    for (let line = 0; line < count; line++) if (classes[line] === 0) add(line);
    for (let line = 0; line < count; line++) if (classes[line] !== 0) add(line);
    return {
      count: shown,
      ends: list,
      kinds,
      looks: this.#colours.map((colour) => ({
        colour,
        size: ratio * lineWidth,
      })),
    };
  }
}

/** Pixels of the page by which a channel runs to the right of its cable. */
export const channelShift = (size: Sizes, bothWays: boolean): number =>
  bothWays ? size.lines + 0.8 : 0;
