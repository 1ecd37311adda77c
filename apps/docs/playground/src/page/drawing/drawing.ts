import Sigma from "sigma";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";
import type { FabricView } from "../../shared/protocol.ts";
import { currentTheme, type Theme } from "../theme.ts";
import { ChannelProgram } from "./channel-program.ts";
import { Geometry, type Point } from "./geometry.ts";
import { graphOf, sizes, type Drawn } from "./graph.ts";
import { drawHover, drawLabel } from "./labels.ts";
import { Pace } from "./pace.ts";
import type { Affine } from "./overlay.ts";

/** What a channel is marked as; a later one is drawn over an earlier. */
export const MARKS = ["none", "tree", "path", "cycle"] as const;
export type Mark = Exclude<(typeof MARKS)[number], "none">;

/** Milliseconds between frames, above which cables are left out of a large fabric while it moves. */
const SLOW_MS = 33;
/** Cables above which names wait until the camera rests. */
const LARGE = 2000;

export interface DrawingListener {
  /** A node under the pointer; undefined when it leaves. */
  hover(node: number | undefined): void;
  click(node: number): void;
  /** This machine draws slowly: cables are left out as long as the hand moves. */
  thinned(): void;
  /** Something moved: what is drawn above has to follow. */
  moved(): void;
}

/** A fabric, drawn with WebGL by sigma: nodes, and channels coloured by load or marked. */
export class Drawing {
  readonly #container: HTMLElement;
  listener: DrawingListener | undefined;
  #sigma: Sigma | undefined;
  #drawn: Drawn | undefined;
  #view: FabricView | undefined;
  #theme: Theme = currentTheme();
  #loads: Uint8Array = new Uint8Array(0);
  #marks = new Uint8Array(0);
  #ends = new Set<number>();
  #isThinned = false;
  #scale = 1;

  constructor(container: HTMLElement) {
    this.#container = container;
    // Why: sigma looks at its size when the window changes, not when what stands beside it does.
    new ResizeObserver(() => {
      this.#scale = scaleOf(container);
      this.#sigma?.resize();
      // Why at once: between a refresh that is put off and its frame, sigma takes no changes of single edges.
      this.#sigma?.refresh({ skipIndexation: true });
    }).observe(container);
  }

  get view(): FabricView | undefined {
    return this.#view;
  }

  get theme(): Theme {
    return this.#theme;
  }

  get bothWays(): boolean {
    return this.#drawn?.bothWays ?? true;
  }

  /** Draws a fabric instead of what was there. */
  show(view: FabricView): void {
    this.#sigma?.kill();
    this.#view = view;
    this.#scale = scaleOf(this.#container);
    this.#loads = new Uint8Array(view.portPeer.length);
    this.#marks = new Uint8Array(view.portPeer.length);
    this.#ends = new Set();
    this.#isThinned = false;
    this.#drawn = graphOf(view);
    const sigma = new Sigma(this.#drawn.graph, this.#container, {
      allowInvalidContainer: true,
      defaultEdgeType: "channel",
      edgeProgramClasses: { channel: ChannelProgram },
      edgeReducer: (_, data) =>
        this.#edge(data as { channel: number; back: number }),
      nodeReducer: (node, data) => this.#node(node, data),
      labelFont: "system-ui, 'DejaVu Sans', sans-serif",
      labelSize: 12,
      labelColor: { color: this.#theme.text },
      labelRenderedSizeThreshold:
        view.switchCount + view.hostCount <= 80 ? 0 : 5,
      hideLabelsOnMove: view.linkCount > LARGE,
      minEdgeThickness: 0.4,
      defaultDrawNodeLabel: (context, data, settings) =>
        drawLabel(context, data, settings, this.#theme),
      defaultDrawNodeHover: (context, data, settings) =>
        drawHover(context, data, settings, this.#theme),
      stagePadding: 44,
      zIndex: true,
      minCameraRatio: 0.001,
      maxCameraRatio: 4,
    });
    sigma.on("enterNode", ({ node }) => this.listener?.hover(ownNode(node)));
    sigma.on("leaveNode", () => this.listener?.hover(undefined));
    sigma.on("clickNode", ({ node }) => {
      const own = ownNode(node);
      if (own !== undefined) this.listener?.click(own);
    });
    const pace = new Pace();
    sigma.on("afterRender", () => {
      this.listener?.moved();
      if (this.#isThinned || !sigma.getMouseCaptor().isMoving) return;
      const gap = pace.frame(performance.now());
      if (gap === undefined || gap <= SLOW_MS || view.linkCount <= LARGE)
        return;
      this.#isThinned = true;
      sigma.setSetting("hideEdgesOnMove", true);
      this.listener?.thinned();
    });
    this.#sigma = sigma;
  }

  /** The colours have changed. */
  retheme(): void {
    this.#theme = currentTheme();
    this.#sigma?.setSetting("labelColor", { color: this.#theme.text });
    this.#sigma?.refresh({ skipIndexation: true });
  }

  /** Colours channels by their class of load. */
  load(classes: Uint8Array): void {
    const changed: number[] = [];
    for (let channel = 0; channel < classes.length; channel++)
      if (classes[channel] !== this.#loads[channel]) changed.push(channel);
    this.#loads = classes;
    this.#redraw(changed);
  }

  /** Marks channels, and no others, as what they are. */
  mark(kind: Mark, channels: readonly number[]): void {
    const value = MARKS.indexOf(kind);
    const changed: number[] = [...channels];
    this.#marks.forEach((mark, channel) => {
      if (mark !== value) return;
      this.#marks[channel] = 0;
      changed.push(channel);
    });
    for (const channel of channels)
      this.#marks[channel] = Math.max(value, this.#marks[channel] ?? 0);
    // Only a refresh of everything puts them above others; among the thin lines of a large fabric they are seen as they are.
    if ((this.#view?.linkCount ?? 0) > LARGE) this.#redraw(changed);
    else if (changed.length > 0) this.#sigma?.refresh({ skipIndexation: true });
  }

  /** Hosts that stand out, by node. */
  emphasise(ends: readonly number[]): void {
    const nodes = [...this.#ends, ...ends].map(String);
    this.#ends = new Set(ends);
    this.#sigma?.refresh({
      partialGraph: { nodes },
      skipIndexation: true,
      schedule: true,
    });
  }

  /** From the drawing's coordinates to pixels of its element; undefined before there is a drawing. */
  affine(): Affine | undefined {
    const sigma = this.#sigma;
    if (sigma === undefined) return undefined;
    const at = (point: Point): Point => sigma.graphToViewport({ ...point });
    const o = at({ x: 0, y: 0 });
    // Why far apart: the differences are of pixels, and must not drown in rounding.
    const far = 1000;
    const i = at({ x: far, y: 0 });
    const j = at({ x: 0, y: far });
    return {
      xx: (i.x - o.x) / far,
      xy: (j.x - o.x) / far,
      yx: (i.y - o.y) / far,
      yy: (j.y - o.y) / far,
      x: o.x,
      y: o.y,
    };
  }

  geometry(): Geometry | undefined {
    return this.#view === undefined ? undefined : new Geometry(this.#view);
  }

  /** Moves the camera by shares of what is seen. */
  pan(dx: number, dy: number): void {
    const camera = this.#sigma?.getCamera();
    if (camera === undefined) return;
    const { x, y, ratio } = camera.getState();
    camera.setState({ x: x + dx * ratio, y: y + dy * ratio });
  }

  zoom(factor: number): void {
    const camera = this.#sigma?.getCamera();
    camera?.setState({
      ratio: camera.getBoundedRatio(camera.getState().ratio * factor),
    });
  }

  /** Shows all of it. */
  reset(): void {
    this.#sigma?.getCamera().setState({ x: 0.5, y: 0.5, ratio: 1, angle: 0 });
  }

  #redraw(channels: readonly number[]): void {
    const edges = new Set<string>();
    for (const channel of channels)
      for (const key of this.#drawn?.edgesOf.get(channel) ?? []) edges.add(key);
    if (edges.size === 0) return;
    this.#sigma?.refresh({
      partialGraph: { edges: [...edges] },
      skipIndexation: true,
      schedule: true,
    });
  }

  #edge({
    channel,
    back,
  }: {
    channel: number;
    back: number;
  }): Partial<EdgeDisplayData> {
    const mark = Math.max(this.#marks[channel] ?? 0, this.#marks[back] ?? 0);
    const load = Math.max(this.#loads[channel] ?? 0, this.#loads[back] ?? 0);
    const { lines } = sizes(this.#view!);
    const kind = MARKS[mark] ?? "none";
    const size = kind === "none" ? lines : Math.max(3, 1.6 * lines);
    const shown: Partial<EdgeDisplayData> & { shift: number } = {
      color: kind === "none" ? this.#theme.loads[load]! : this.#theme[kind],
      size,
      zIndex: kind === "none" ? load : 100 + mark,
      shift: back >= 0 ? 0 : lines + 0.8,
    };
    return { ...shown, type: "channel" } as Partial<EdgeDisplayData>;
  }

  #node(
    node: string,
    data: Readonly<Record<string, unknown>>,
  ): Partial<NodeDisplayData> {
    if (data["isBend"] === true)
      return { ...data, color: "#00000000", size: 0, label: null };
    const stands = this.#ends.has(Number(node));
    return {
      ...data,
      color: stands
        ? this.#theme.path
        : data["isSwitch"] === true
          ? this.#theme.switch
          : this.#theme.host,
      size: (stands ? 1.7 : 1) * this.#scale * (data["size"] as number),
      ...(stands ? { forceLabel: true } : {}),
    };
  }
}

/** Nodes are smaller where there is less room. */
const scaleOf = ({ clientWidth }: HTMLElement): number =>
  Math.max(0.6, Math.min(1, clientWidth / 900));

/** The number of a node of the fabric; undefined where a cable bends. */
function ownNode(key: string): number | undefined {
  const node = Number(key);
  return Number.isInteger(node) ? node : undefined;
}
