import type { Part } from "./gl.ts";
import {
  opacityOf,
  type LineList,
  type Look,
  type NodeList,
} from "./surface.ts";

const PLACE = /*glsl*/ `
uniform vec2 u_size;
vec4 placed(vec2 at) {
  vec2 clip = 2.0 * at / u_size - 1.0;
  return vec4(clip.x, -clip.y, 0.0, 1.0);
}
`;

/** How vertices of a kind are made and drawn. */
export interface Shape {
  readonly vertex: string;
  readonly fragment: string;
  readonly parts: readonly Part[];
}

/** Lines a pixel wide, without smooth edges: the cheapest there are. */
export const THIN: Shape = {
  vertex: /*glsl*/ `${PLACE}
in vec2 a_at;
in vec4 a_colour;
out vec4 v_colour;
void main() {
  v_colour = a_colour;
  gl_Position = placed(a_at);
}`,
  fragment: /*glsl*/ `
in vec4 v_colour;
out vec4 colour;
void main() {
  colour = v_colour;
}`,
  parts: [
    { name: "a_at", size: 2 },
    { name: "a_colour", size: 4, isColour: true },
  ],
};

/** Lines of any width with smooth edges: two triangles each. */
export const WIDE: Shape = {
  vertex: /*glsl*/ `${PLACE}
in vec2 a_at;
in vec2 a_across;
in vec4 a_colour;
out vec2 v_across;
out vec4 v_colour;
void main() {
  v_across = a_across;
  v_colour = a_colour;
  gl_Position = placed(a_at);
}`,
  fragment: /*glsl*/ `
in vec2 v_across;
in vec4 v_colour;
out vec4 colour;
void main() {
  colour = v_colour * clamp(v_across.y + 0.5 - abs(v_across.x), 0.0, 1.0);
}`,
  parts: [
    { name: "a_at", size: 2 },
    { name: "a_across", size: 2 },
    { name: "a_colour", size: 4, isColour: true },
  ],
};

/** Nodes: round points. */
export const ROUND: Shape = {
  vertex: /*glsl*/ `${PLACE}
in vec2 a_at;
in float a_diameter;
in vec4 a_colour;
out vec4 v_colour;
out float v_diameter;
void main() {
  v_colour = a_colour;
  v_diameter = a_diameter;
  gl_Position = placed(a_at);
  gl_PointSize = a_diameter + 1.0;
}`,
  fragment: /*glsl*/ `
in vec4 v_colour;
in float v_diameter;
out vec4 colour;
void main() {
  float away = length(gl_PointCoord - 0.5) * (v_diameter + 1.0);
  colour = v_colour * (v_diameter < 3.0 ? 1.0 : clamp(v_diameter / 2.0 + 0.5 - away, 0.0, 1.0));
}`,
  parts: [
    { name: "a_at", size: 2 },
    { name: "a_diameter", size: 1 },
    { name: "a_colour", size: 4, isColour: true },
  ],
};

/** Colours as four bytes, multiplied by their opacity. */
const packed = (
  looks: readonly Look[],
  opacity: (look: Look) => number,
): Uint32Array =>
  Uint32Array.from(looks, (look) => {
    const alpha = opacity(look);
    const byte = (part: number): number => Math.round(255 * part);
    const [red, green, blue] = look.colour;
    return (
      (byte(red * alpha) |
        (byte(green * alpha) << 8) |
        (byte(blue * alpha) << 16) |
        (byte(alpha) << 24)) >>>
      0
    );
  });

/** Two vertices a line. */
export function thinVertices({
  count,
  ends,
  kinds,
  looks,
}: LineList): ArrayBuffer {
  const data = new ArrayBuffer(2 * 12 * count);
  const floats = new Float32Array(data);
  const colours = new Uint32Array(data);
  const colourOf = packed(looks, opacityOf);
  for (let end = 0; end < 2 * count; end++) {
    floats[3 * end] = ends[2 * end]!;
    floats[3 * end + 1] = ends[2 * end + 1]!;
    colours[3 * end + 2] = colourOf[kinds[end >> 1]!]!;
  }
  return data;
}

/** Four vertices a line: two beside each of its ends. */
export function wideVertices({
  count,
  ends,
  kinds,
  looks,
}: LineList): ArrayBuffer {
  const data = new ArrayBuffer(4 * 20 * count);
  const floats = new Float32Array(data);
  const colours = new Uint32Array(data);
  const colourOf = packed(looks, opacityOf);
  for (let line = 0; line < count; line++) {
    const kind = kinds[line]!;
    const half = Math.max(1, looks[kind]!.size) / 2;
    const dx = ends[4 * line + 2]! - ends[4 * line]!;
    const dy = ends[4 * line + 3]! - ends[4 * line + 1]!;
    const length = Math.hypot(dx, dy) || 1;
    for (let corner = 0; corner < 4; corner++) {
      const across = (corner % 2 === 0 ? -1 : 1) * (half + 0.5);
      const end = 4 * line + (corner < 2 ? 0 : 2);
      const at = 5 * (4 * line + corner);
      floats[at] = ends[end]! - (across * dy) / length;
      floats[at + 1] = ends[end + 1]! + (across * dx) / length;
      floats[at + 2] = across;
      floats[at + 3] = half;
      colours[at + 4] = colourOf[kind]!;
    }
  }
  return data;
}

/** The six corners of the triangles of each of so many wide lines. */
export function wideIndices(count: number): Uint32Array {
  const indices = new Uint32Array(6 * count);
  for (let line = 0; line < count; line++)
    for (let k = 0; k < 6; k++)
      indices[6 * line + k] = 4 * line + (k < 3 ? k : k - 2);
  return indices;
}

/** A vertex a node. */
export function nodeVertices({
  count,
  at,
  kinds,
  looks,
}: NodeList): ArrayBuffer {
  const data = new ArrayBuffer(16 * count);
  const floats = new Float32Array(data);
  const colours = new Uint32Array(data);
  const colourOf = packed(looks, () => 1);
  for (let node = 0; node < count; node++) {
    floats[4 * node] = at[2 * node]!;
    floats[4 * node + 1] = at[2 * node + 1]!;
    floats[4 * node + 2] = looks[kinds[node]!]!.size;
    colours[4 * node + 3] = colourOf[kinds[node]!]!;
  }
  return data;
}
