import { attribute, programOf, uniformsOf } from "./gl.ts";
import type { Affine } from "./overlay.ts";

/** Host, switch, and one that stands out. */
const KINDS = 3;

const VERTEX = /*glsl*/ `
in vec2 a_at;
in float a_kind;
uniform float u_scale;
uniform vec2 u_origin;
uniform vec2 u_size;
uniform float u_diameter[${KINDS}];
uniform vec3 u_colour[${KINDS}];
out vec3 v_colour;
out float v_diameter;

void main() {
  int kind = int(a_kind + 0.5);
  vec2 clip = 2.0 * (u_origin + u_scale * vec2(a_at.x, -a_at.y)) / u_size - 1.0;
  v_diameter = u_diameter[kind];
  v_colour = u_colour[kind];
  gl_Position = vec4(clip.x, -clip.y, 0.0, 1.0);
  gl_PointSize = v_diameter + 1.0;
}
`;
const FRAGMENT = /*glsl*/ `
in vec3 v_colour;
in float v_diameter;
out vec4 colour;

void main() {
  float away = length(gl_PointCoord - 0.5) * (v_diameter + 1.0);
  float inside = v_diameter < 3.0 ? 1.0 : clamp(v_diameter / 2.0 + 0.5 - away, 0.0, 1.0);
  colour = vec4(v_colour * inside, inside);
}
`;

/** Nodes on the graphics card, as points. */
export class NodeLayer {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #uniforms;
  readonly #array: WebGLVertexArrayObject;
  readonly #placeBuffer: WebGLBuffer;
  readonly #kindBuffer: WebGLBuffer;
  readonly #count: number;

  /** @param kinds node -> 0 host, 1 switch, 2 stands out */
  constructor(
    gl: WebGL2RenderingContext,
    x: Float32Array,
    y: Float32Array,
    kinds: Uint8Array,
  ) {
    this.#gl = gl;
    this.#count = x.length;
    this.#program = programOf(gl, VERTEX, FRAGMENT);
    this.#uniforms = uniformsOf(
      gl,
      this.#program,
      "u_scale",
      "u_origin",
      "u_size",
      "u_diameter",
      "u_colour",
    );
    this.#array = gl.createVertexArray();
    gl.bindVertexArray(this.#array);
    const places = new Float32Array(2 * x.length);
    x.forEach((value, node) => places.set([value, y[node]!], 2 * node));
    this.#placeBuffer = attribute(gl, this.#program, "a_at", places, 2);
    this.#kindBuffer = attribute(gl, this.#program, "a_kind", kinds, 1);
    gl.bindVertexArray(null);
  }

  dispose(): void {
    this.#gl.deleteBuffer(this.#placeBuffer);
    this.#gl.deleteBuffer(this.#kindBuffer);
    this.#gl.deleteVertexArray(this.#array);
  }

  kinds(kinds: Uint8Array): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#kindBuffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, kinds);
  }

  /**
   * @param diameters pixels of the page of a host, a switch, one that stands out
   * @param colours red, green, blue of these
   */
  draw(
    { scale, x, y }: Affine,
    ratio: number,
    diameters: Float32Array,
    colours: Float32Array,
    [first, last]: readonly [number, number] = [0, this.#count],
  ): void {
    const gl = this.#gl;
    const at = this.#uniforms;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    gl.uniform1f(at.u_scale, scale * ratio);
    gl.uniform2f(at.u_origin, x * ratio, y * ratio);
    gl.uniform2f(at.u_size, gl.drawingBufferWidth, gl.drawingBufferHeight);
    gl.uniform1fv(at.u_diameter, diameters);
    gl.uniform3fv(at.u_colour, colours);
    gl.drawArrays(gl.POINTS, first, last - first);
  }
}
