import { Batch, programOf } from "./gl.ts";
import {
  resizeCanvas,
  type Colour,
  type Finished,
  type LineList,
  type NodeList,
  type Placement,
  type Surface,
} from "./surface.ts";
import {
  nodeVertices,
  ROUND,
  THIN,
  thinVertices,
  WIDE,
  wideIndices,
  wideVertices,
  type Shape,
} from "./vertices.ts";
import { strips, type Strip } from "./strips.ts";

/** Among more lines nobody sees whether the edges of one are smooth. */
const MANY = 4000;

const QUAD = /*glsl*/ `
uniform vec4 u_place;
out vec2 v_at;
void main() {
  v_at = vec2(gl_VertexID & 1, gl_VertexID >> 1);
  gl_Position = vec4(u_place.xy + v_at * u_place.zw, 0.0, 1.0);
}
`;
const TEXTURE = /*glsl*/ `
in vec2 v_at;
uniform sampler2D u_picture;
out vec4 colour;
void main() {
  colour = vec4(texture(u_picture, v_at).rgb, 1.0);
}
`;

interface Target {
  readonly texture: WebGLTexture;
  readonly frame: WebGLFramebuffer;
  readonly width: number;
  readonly height: number;
}

/** Draws with WebGL 2. Pictures are textures; a frame that shows them draws a rectangle for each. */
export class WebglSurface implements Surface {
  readonly canvas: HTMLCanvasElement;
  readonly #gl: WebGL2RenderingContext;
  readonly #thin: Batch;
  readonly #wide: Batch;
  readonly #round: Batch;
  readonly #quad: WebGLProgram;
  readonly #place: WebGLUniformLocation | null;
  readonly #indices: WebGLBuffer;
  #indexed = 0;
  #sent: LineList | undefined;
  #width = 1;
  #height = 1;
  #margin: readonly [number, number] = [0, 0];
  #making: Target | undefined;
  #kept: Target | undefined;
  readonly #finished: Partial<Record<Finished, Target | undefined>> = {};
  #fence: WebGLSync | undefined;

  constructor(gl: WebGL2RenderingContext) {
    this.#gl = gl;
    this.canvas = gl.canvas as HTMLCanvasElement;
    const batch = ({ vertex, fragment, parts }: Shape): Batch =>
      new Batch(gl, vertex, fragment, parts);
    this.#thin = batch(THIN);
    this.#wide = batch(WIDE);
    this.#round = batch(ROUND);
    this.#quad = programOf(gl, QUAD, TEXTURE);
    this.#place = gl.getUniformLocation(this.#quad, "u_place");
    this.#indices = gl.createBuffer();
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  }

  ready(): boolean {
    const gl = this.#gl;
    if (this.#fence === undefined) return true;
    const state = gl.clientWaitSync(this.#fence, 0, 0);
    if (state === gl.TIMEOUT_EXPIRED) return false;
    gl.deleteSync(this.#fence);
    this.#fence = undefined;
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

  begin([red, green, blue]: Colour): void {
    const gl = this.#gl;
    this.#making = this.#fitting(this.#making, this.#width, this.#height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, this.#making.frame);
    gl.clearColor(red, green, blue, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
  }

  lines(list: LineList, from: number, until: number): void {
    if (until <= from) return;
    const gl = this.#gl;
    const isThin =
      list.count > MANY && list.looks.every(({ size }) => size <= 1);
    if (list !== this.#sent) {
      if (isThin) this.#thin.fill(thinVertices(list));
      else {
        this.#wide.fill(wideVertices(list));
        this.#index(list.count);
      }
      this.#sent = list;
    }
    const count = until - from;
    if (isThin) this.#draw(this.#thin, gl.LINES, 2 * from, 2 * count);
    else
      this.#draw(this.#wide, gl.TRIANGLES, 6 * from, 6 * count, this.#indices);
  }

  nodes(list: NodeList, from: number, until: number): void {
    if (until <= from) return;
    if (from === 0) this.#round.fill(nodeVertices(list));
    this.#draw(this.#round, this.#gl.POINTS, from, until - from);
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
    [red, green, blue]: Colour,
    placements: readonly Placement[],
    ratio: number,
    isWide: boolean,
  ): void {
    const gl = this.#gl;
    const { width, height } = this.canvas;
    const [x, y] = this.#margin;
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.viewport(0, 0, width, height);
    gl.clearColor(red, green, blue, 1);
    gl.clear(gl.COLOR_BUFFER_BIT);
    gl.disable(gl.BLEND);
    gl.enable(gl.SCISSOR_TEST);
    gl.useProgram(this.#quad);
    let free: readonly Strip[] = [
      isWide
        ? { left: 0, top: 0, right: width, bottom: height }
        : { left: x, top: y, right: width - x, bottom: height - y },
    ];
    for (const one of [...placements].reverse()) {
      const target = this.#finished[one.picture];
      if (target === undefined) continue;
      gl.bindTexture(gl.TEXTURE_2D, target.texture);
      const [w, h] = [one.width * ratio, one.height * ratio];
      const [left, top] = [x + one.left * ratio, y + one.top * ratio];
      gl.uniform4f(
        this.#place,
        (2 * left) / width - 1,
        1 - (2 * (top + h)) / height,
        (2 * w) / width,
        (2 * h) / height,
      );
      const { seen, rest } = strips(free, left, top, left + w, top + h);
      for (const strip of seen) {
        gl.scissor(
          strip.left,
          height - strip.bottom,
          strip.right - strip.left,
          strip.bottom - strip.top,
        );
        gl.drawArrays(gl.TRIANGLE_STRIP, 0, 4);
      }
      free = rest;
    }
    gl.disable(gl.SCISSOR_TEST);
  }

  #draw(
    batch: Batch,
    mode: number,
    from: number,
    count: number,
    indices?: WebGLBuffer,
  ): void {
    const gl = this.#gl;
    if (this.#making === undefined) return;
    const { frame, width, height } = this.#making;
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.viewport(0, 0, width, height);
    gl.enable(gl.BLEND);
    batch.draw(mode, from, count, width, height, indices);
    this.#after();
  }

  /** Learns when all that was asked for is done. */
  #after(): void {
    const gl = this.#gl;
    if (this.#fence !== undefined) gl.deleteSync(this.#fence);
    this.#fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0) ?? undefined;
    gl.flush();
  }

  #index(count: number): void {
    if (count <= this.#indexed) return;
    const gl = this.#gl;
    gl.bindVertexArray(null);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.#indices);
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, wideIndices(count), gl.STATIC_DRAW);
    this.#indexed = count;
  }

  /** A target of a size: the one that is there, where it has it. */
  #fitting(target: Target | undefined, width: number, height: number): Target {
    const gl = this.#gl;
    if (target?.width === width && target.height === height) return target;
    if (target !== undefined) {
      gl.deleteTexture(target.texture);
      gl.deleteFramebuffer(target.frame);
    }
    const texture = gl.createTexture();
    gl.bindTexture(gl.TEXTURE_2D, texture);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, width, height);
    for (const [name, value] of [
      [gl.TEXTURE_MIN_FILTER, gl.LINEAR],
      [gl.TEXTURE_MAG_FILTER, gl.LINEAR],
      [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE],
      [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE],
    ] as const)
      gl.texParameteri(gl.TEXTURE_2D, name, value);
    const frame = gl.createFramebuffer();
    gl.bindFramebuffer(gl.FRAMEBUFFER, frame);
    gl.framebufferTexture2D(
      gl.FRAMEBUFFER,
      gl.COLOR_ATTACHMENT0,
      gl.TEXTURE_2D,
      texture,
      0,
    );
    return { texture, frame, width, height };
  }

  #copied(
    from: Target | undefined,
    to: Target | undefined,
  ): Target | undefined {
    if (from === undefined) return to;
    const gl = this.#gl;
    const made = this.#fitting(to, from.width, from.height);
    gl.bindFramebuffer(gl.FRAMEBUFFER, from.frame);
    gl.bindTexture(gl.TEXTURE_2D, made.texture);
    gl.copyTexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, 0, 0, from.width, from.height);
    return made;
  }
}
