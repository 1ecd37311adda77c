import {
  opacityOf,
  resizeCanvas,
  type Colour,
  type Finished,
  type LineList,
  type NodeList,
  type Placement,
  type Surface,
} from "./surface.ts";

/** Lines of a colour that are one stroke: more take longer than as many strokes. */
const STROKE = 256;

const css = ([red, green, blue]: Colour): string =>
  `rgb(${Math.round(255 * red)} ${Math.round(255 * green)} ${Math.round(255 * blue)})`;

/** Draws without WebGL: where a browser has none, or says that it would be slow. */
export class FlatSurface implements Surface {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  #width = 1;
  #height = 1;
  #margin: readonly [number, number] = [0, 0];
  #making: CanvasRenderingContext2D | undefined;
  #kept: CanvasRenderingContext2D | undefined;
  readonly #finished: Partial<
    Record<Finished, CanvasRenderingContext2D | undefined>
  > = {};

  /** @throws Error where there is no canvas */
  constructor(canvas: HTMLCanvasElement) {
    this.canvas = canvas;
    this.#context = contextOf(canvas, false);
  }

  ready(): boolean {
    return true;
  }

  resize(
    width: number,
    height: number,
    margin: readonly [number, number],
  ): void {
    this.#width = width;
    this.#height = height;
    this.#margin = margin;
    resizeCanvas(this.canvas, width + 2 * margin[0], height + 2 * margin[1]);
  }

  begin(page: Colour): void {
    const c = (this.#making = fitting(this.#making, this.#width, this.#height));
    c.globalAlpha = 1;
    c.fillStyle = css(page);
    c.fillRect(0, 0, this.#width, this.#height);
  }

  lines({ ends, kinds, looks }: LineList, from: number, until: number): void {
    const c = this.#making;
    if (c === undefined) return;
    for (let k = from; k < until;) {
      const kind = kinds[k]!;
      const look = looks[kind]!;
      c.strokeStyle = css(look.colour);
      c.lineWidth = Math.max(1, look.size);
      c.globalAlpha = opacityOf(look);
      c.beginPath();
      const last = Math.min(until, k + STROKE);
      for (; k < last && kinds[k] === kind; k++) {
        c.moveTo(ends[4 * k]!, ends[4 * k + 1]!);
        c.lineTo(ends[4 * k + 2]!, ends[4 * k + 3]!);
      }
      c.stroke();
    }
  }

  nodes({ at, kinds, looks }: NodeList, from: number, until: number): void {
    const c = this.#making;
    if (c === undefined) return;
    c.globalAlpha = 1;
    for (let k = from; k < until; k++) {
      const { colour, size } = looks[kinds[k]!]!;
      if (k === from || kinds[k] !== kinds[k - 1]) c.fillStyle = css(colour);
      const [x, y] = [at[2 * k]!, at[2 * k + 1]!];
      if (size < 3) {
        c.fillRect(x - size / 2, y - size / 2, size, size);
        continue;
      }
      c.beginPath();
      c.arc(x, y, size / 2, 0, 2 * Math.PI);
      c.fill();
    }
  }

  keep(): void {
    this.#kept = this.#copied(this.#making, this.#kept);
  }

  reuse(): void {
    this.#making = this.#copied(this.#kept, this.#making);
  }

  finish(as: Finished): void {
    [this.#finished[as], this.#making] = [this.#making, this.#finished[as]];
  }

  copyShown(): void {
    const { shown, overview } = this.#finished;
    this.#finished.overview = this.#copied(shown, overview);
  }

  show(
    page: Colour,
    placements: readonly Placement[],
    ratio: number,
    isWide: boolean,
  ): void {
    const c = this.#context;
    const [x, y] = this.#margin;
    c.fillStyle = css(page);
    c.fillRect(0, 0, this.canvas.width, this.canvas.height);
    c.save();
    if (!isWide) {
      c.beginPath();
      c.rect(x, y, this.#width, this.#height);
      c.clip();
    }
    c.imageSmoothingQuality = "low";
    for (const { picture, left, top, width, height } of placements) {
      const from = this.#finished[picture]?.canvas;
      if (from !== undefined)
        c.drawImage(
          from,
          x + left * ratio,
          y + top * ratio,
          width * ratio,
          height * ratio,
        );
    }
    c.restore();
  }

  #copied(
    from: CanvasRenderingContext2D | undefined,
    to: CanvasRenderingContext2D | undefined,
  ): CanvasRenderingContext2D | undefined {
    if (from === undefined) return to;
    const made = fitting(to, from.canvas.width, from.canvas.height);
    made.globalAlpha = 1;
    made.drawImage(from.canvas, 0, 0);
    return made;
  }
}

/** A canvas of a size: the one that is there, where there is one. */
function fitting(
  context: CanvasRenderingContext2D | undefined,
  width: number,
  height: number,
): CanvasRenderingContext2D {
  const made = context ?? contextOf(document.createElement("canvas"), true);
  resizeCanvas(made.canvas, width, height);
  return made;
}

/** @param isOwn drawn by the processor at once, where it is not put on the page */
function contextOf(
  canvas: HTMLCanvasElement,
  isOwn: boolean,
): CanvasRenderingContext2D {
  const context = canvas.getContext("2d", {
    alpha: false,
    willReadFrequently: isOwn,
  });
  if (context === null) throw new Error("this browser has no canvas");
  return context;
}
