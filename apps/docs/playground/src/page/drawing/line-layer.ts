import { attribute, programOf, uniformsOf } from "./gl.ts";
import type { Lines } from "./lines.ts";
import type { Affine } from "./overlay.ts";

/** Colours of a layer: entry k for class k. */
export const MOST_CLASSES = 12;

// One instance is one straight piece; its four corners are told apart by their number. A line thinner than a pixel is drawn a pixel wide and fainter.
const VERTEX = /*glsl*/ `
in vec2 a_from;
in vec2 a_to;
in float a_class;
uniform float u_scale;
uniform vec2 u_origin;
uniform vec2 u_size;
uniform float u_width[${MOST_CLASSES}];
uniform float u_shift;
uniform vec3 u_colour[${MOST_CLASSES}];
uniform float u_opacity;
uniform vec2 u_shown;
out vec3 v_colour;
out float v_across;
out float v_half;
out float v_opacity;

void main() {
  int kind = int(a_class + 0.5);
  vec2 from = u_origin + u_scale * vec2(a_from.x, -a_from.y);
  vec2 to = u_origin + u_scale * vec2(a_to.x, -a_to.y);
  vec2 way = to - from;
  vec2 along = way / max(length(way), 1e-6);
  vec2 right = vec2(-along.y, along.x);
  float width = u_width[kind];
  float side = (gl_VertexID & 1) == 0 ? -1.0 : 1.0;
  v_half = max(width, 1.0) / 2.0;
  v_across = side * (v_half + 0.5);
  v_opacity = u_opacity * min(width, 1.0);
  v_colour = u_colour[kind];
  vec2 at = ((gl_VertexID & 2) == 0 ? from : to) + right * (u_shift + v_across);
  vec2 clip = 2.0 * at / u_size - 1.0;
  gl_Position = a_class < u_shown.x || a_class > u_shown.y ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(clip.x, -clip.y, 0.0, 1.0);
}
`;
const FRAGMENT = /*glsl*/ `
in vec3 v_colour;
in float v_across;
in float v_half;
in float v_opacity;
out vec4 colour;

void main() {
  float inside = clamp(v_half + 0.5 - abs(v_across), 0.0, 1.0) * v_opacity;
  colour = vec4(v_colour * inside, inside);
}
`;

/** How a layer of lines looks. */
export interface LineLook {
  /** Red, green, blue of class 0, 1, ... */
  readonly colours: Float32Array;
  /** Widths in pixels of the screen. */
  readonly widths: Float32Array;
  /** Pixels to the right of the way. */
  readonly shift: number;
  readonly opacity: number;
}

/** Lines on the graphics card. A frame sends a place, a size and the look; classes are sent when they change. */
export class LineLayer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #uniforms;
  readonly #array: WebGLVertexArrayObject;
  readonly #classBuffer: WebGLBuffer;
  readonly #buffers: readonly WebGLBuffer[];
  readonly #classes: Uint8Array;
  readonly lines: Lines;

  constructor(gl: WebGL2RenderingContext, lines: Lines) {
    this.#gl = gl;
    this.lines = lines;
    this.#program = programOf(gl, VERTEX, FRAGMENT);
    this.#uniforms = uniformsOf(
      gl,
      this.#program,
      "u_scale",
      "u_origin",
      "u_size",
      "u_width",
      "u_shift",
      "u_colour",
      "u_opacity",
      "u_shown",
    );
    this.#array = gl.createVertexArray();
    gl.bindVertexArray(this.#array);
    this.#classes = new Uint8Array(lines.count);
    const ends = { perInstance: true, stride: 16 };
    const places = attribute(gl, this.#program, "a_from", lines.ends, 2, ends);
    const at = gl.getAttribLocation(this.#program, "a_to");
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, 2, gl.FLOAT, false, 16, 8);
    gl.vertexAttribDivisor(at, 1);
    this.#classBuffer = attribute(
      gl,
      this.#program,
      "a_class",
      this.#classes,
      1,
      { perInstance: true },
    );
    gl.bindVertexArray(null);
    this.#buffers = [places, this.#classBuffer];
  }

  dispose(): void {
    for (const buffer of this.#buffers) this.#gl.deleteBuffer(buffer);
    this.#gl.deleteVertexArray(this.#array);
  }

  /** Gives every line the greatest class of its channels. @param classOf by channel */
  colour(classOf: Uint8Array): void {
    const { first, second, count } = this.lines;
    const classes = this.#classes;
    if (second === undefined)
      for (let k = 0; k < count; k++) classes[k] = classOf[first[k]!]!;
    else
      for (let k = 0; k < count; k++)
        classes[k] = Math.max(classOf[first[k]!]!, classOf[second[k]!]!);
    this.#send();
  }

  /** The same where several channels are one line. */
  colourMerged(classOf: Uint8Array): void {
    const { members = [] } = this.lines;
    this.#classes.fill(0);
    for (let channel = 0; channel < members.length; channel++) {
      const line = members[channel]!;
      if (line >= 0 && classOf[channel]! > this.#classes[line]!)
        this.#classes[line] = classOf[channel]!;
    }
    this.#send();
  }

  #send(): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#classBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.#classes);
  }

  /**
   * @param shown classes from the first to the last
   * @param ratio pixels of the screen in one of the page
   */
  draw(
    { scale, x, y }: Affine,
    ratio: number,
    look: LineLook,
    [from, to]: readonly [number, number],
  ): void {
    const gl = this.#gl;
    const at = this.#uniforms;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    gl.uniform1f(at.u_scale, scale * ratio);
    gl.uniform2f(at.u_origin, x * ratio, y * ratio);
    gl.uniform2f(at.u_size, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.uniform1fv(at.u_width, look.widths);
    gl.uniform3fv(at.u_colour, look.colours);
    gl.uniform1f(at.u_shift, look.shift * ratio);
    gl.uniform1f(at.u_opacity, look.opacity);
    gl.uniform2f(at.u_shown, from, to);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, this.lines.count);
  }
}
