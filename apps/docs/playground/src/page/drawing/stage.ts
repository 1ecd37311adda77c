import type { Player } from "../player.ts";
import { byId } from "../dom.ts";
import type { Drawing, Mark } from "./drawing.ts";
import { sizes } from "./graph.ts";
import { Overlay } from "./overlay.ts";

/** Keeps what is drawn above the fabric up to date: packets as they move, directions and numbers as the camera moves. */
export class Stage {
  readonly #drawing: Drawing;
  readonly #player: Player;
  readonly #overlay = new Overlay(byId("overlay"));
  readonly #marked: Record<Mark, readonly number[]> = {
    tree: [],
    path: [],
    cycle: [],
  };
  #dirty = true;

  /** @param drawn called after every frame of the browser */
  constructor(drawing: Drawing, player: Player, drawn: () => void) {
    this.#drawing = drawing;
    this.#player = player;
    const frame = (now: number): void => {
      this.#draw(now);
      drawn();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  }

  /** Something has changed. */
  touch(): void {
    this.#dirty = true;
  }

  /** Channels whose directions, or numbers, are drawn. */
  mark(kind: Mark, channels: readonly number[]): void {
    this.#marked[kind] = channels;
    this.touch();
  }

  #draw(now: number): void {
    const nowPs = this.#player.advance(now);
    if (!this.#dirty && !this.#player.moving) return;
    const { view, theme, bothWays } = this.#drawing;
    const affine = this.#drawing.affine();
    const geometry = this.#drawing.geometry();
    if (view === undefined || affine === undefined || geometry === undefined)
      return;
    this.#dirty = false;
    const { tree, path, cycle } = this.#marked;
    const isTree = tree.length > 0;
    this.#overlay.draw({
      view,
      geometry,
      affine,
      theme,
      shift: bothWays ? sizes(view).lines + 0.8 : 0,
      flights: this.#player.flights,
      nowPs,
      waiting: this.#player.waiting,
      cycle,
      ways: isTree ? tree : path,
      waysColor: isTree ? theme.tree : theme.path,
    });
  }
}
