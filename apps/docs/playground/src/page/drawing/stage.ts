import type { FabricView, HeldPacket } from "../../shared/protocol.ts";
import type { Affine } from "./affine.ts";
import { whereAway } from "./away.ts";
import type { Drawing } from "./drawing.ts";
import { Labels, type Label } from "./labels.ts";
import { Overlay, type Flight } from "./overlay.ts";
import type { NodeGrid } from "./node-grid.ts";
import { channelShift, type Mark } from "./picture.ts";

/** What moves above the fabric. */
export interface Traffic {
  readonly flights: readonly Flight[];
  /** Packets in buffers. */
  readonly held: readonly HeldPacket[];
  /** Channels whose first packet waits for room. */
  readonly waiting: Iterable<number>;
  /** Moves the time that is shown on. @param now milliseconds @returns simulated time to show, in ps */
  advance(now: number): number;
}

/** Draws frame by frame, where something has changed: the fabric, and above it packets as they move, names, directions and the numbers of a cycle. */
export class Stage {
  readonly #drawing: Drawing;
  readonly #traffic: Traffic;
  readonly #pair: () => readonly [number, number] | undefined;
  readonly #away: (text: string | undefined) => void;
  readonly #canvas: HTMLCanvasElement;
  readonly #overlay: Overlay;
  readonly #labels = new Labels(
    document.createElement("canvas").getContext("2d")!,
  );
  readonly #marked: Record<Mark, readonly number[]> = {
    tree: [],
    path: [],
    cycle: [],
  };
  #isDirty = true;
  #isHidden = false;
  /** Where names stand, until something but packets moves. */
  #names: readonly Label[] = [];

  /**
   * @param canvas above the drawing
   * @param away is told where the fabric is while no node of it is seen, and undefined when one is
   * @param pair endports whose packets stand out
   * @param drawn called after every frame of the browser
   */
  constructor(
    drawing: Drawing,
    canvas: HTMLCanvasElement,
    traffic: Traffic,
    away: (text: string | undefined) => void,
    pair: () => readonly [number, number] | undefined,
    drawn: () => void,
  ) {
    this.#drawing = drawing;
    this.#canvas = canvas;
    this.#overlay = new Overlay(canvas);
    this.#traffic = traffic;
    this.#pair = pair;
    this.#away = away;
    const frame = (now: number): void => {
      this.#draw(now);
      drawn();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Something has changed. */
  touch(): void {
    this.#isDirty = true;
  }

  /** Channels whose directions, or numbers, are drawn. */
  mark(kind: Mark, channels: readonly number[]): void {
    this.#marked[kind] = channels;
    this.touch();
  }

  /** Whether packets are drawn one by one. */
  get #hasPackets(): boolean {
    const { flights, held } = this.#traffic;
    return flights.length > 0 || held.length > 0;
  }

  /** A line alone does not say which, nor which way back. */
  #tellAway(
    view: FabricView,
    grid: NodeGrid,
    affine: Affine,
    margin: number,
  ): void {
    const { clientWidth, clientHeight } = this.#canvas;
    const away = whereAway(
      view,
      grid,
      affine,
      clientWidth,
      clientHeight,
      margin,
    );
    this.#away(
      away === undefined
        ? undefined
        : `No switch or host is in view. The nearest, ${view.labels[away.node] ?? ""}, is ${away.direction}.`,
    );
  }

  #draw(now: number): void {
    const drawing = this.#drawing;
    const nowPs = this.#traffic.advance(now);
    const isOther = drawing.frame(now);
    // Why hidden: a second layer of the page costs as much as the first, and what stands on it would be drawn anew in every frame.
    const isHidden = drawing.isBehind && !this.#hasPackets;
    if (isHidden !== this.#isHidden) {
      this.#isHidden = isHidden;
      this.#isDirty = true;
      this.#canvas.style.visibility = isHidden ? "hidden" : "visible";
    }
    if (isHidden) return;
    // Sums change with the frames of a run, packets in between, too.
    if (!isOther && !this.#isDirty && !this.#hasPackets) return;
    const { view, theme, bothWays, grid, hovered } = drawing;
    const affine = drawing.affine();
    const geometry = drawing.geometry();
    if (
      view === undefined ||
      affine === undefined ||
      geometry === undefined ||
      grid === undefined
    )
      return;
    const size = drawing.sizes();
    if ((isOther || this.#isDirty) && !drawing.isBehind)
      this.#tellAway(view, grid, affine, size.switches / 2);
    if (isOther || this.#isDirty)
      this.#names = drawing.isBehind
        ? []
        : this.#labels.place(
            view,
            grid,
            affine,
            size,
            this.#canvas.clientWidth,
            this.#canvas.clientHeight,
            drawing.ends,
          );
    this.#isDirty = false;
    const { tree, path, cycle } = this.#marked;
    const isTree = tree.length > 0;
    this.#overlay.draw({
      view,
      geometry,
      affine,
      theme,
      shift: channelShift(size, bothWays),
      flights: this.#traffic.flights,
      held: this.#traffic.held,
      pair: this.#pair(),
      nowPs,
      waiting: this.#traffic.waiting,
      cycle,
      ways: isTree ? tree : path,
      waysColor: isTree ? theme.tree : theme.path,
      labels: this.#names,
      ring:
        hovered === undefined
          ? undefined
          : {
              node: hovered,
              diameter: hovered < view.switchCount ? size.switches : size.hosts,
            },
    });
  }
}
