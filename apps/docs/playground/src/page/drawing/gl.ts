const programs = new WeakMap<
  WebGL2RenderingContext,
  Map<string, WebGLProgram>
>();

/** A program of a vertex and a fragment shader, made once for each context. @throws Error with what the driver says */
export function programOf(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
): WebGLProgram {
  const made = programs.get(gl) ?? new Map<string, WebGLProgram>();
  programs.set(gl, made);
  const known = made.get(vertex);
  if (known !== undefined) return known;
  const program = linked(gl, vertex, fragment);
  made.set(vertex, program);
  return program;
}

/** Programs of a context that was lost are gone with it. */
export const forgetPrograms = (gl: WebGL2RenderingContext): boolean =>
  programs.delete(gl);

function linked(
  gl: WebGL2RenderingContext,
  vertex: string,
  fragment: string,
): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (shader === null) throw new Error("the drawing's context is lost");
    gl.shaderSource(
      shader,
      `#version 300 es\nprecision highp float;\n${source}`,
    );
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  if (gl.getProgramParameter(program, gl.LINK_STATUS) !== true)
    throw new Error(
      `the drawing's shaders are refused: ${gl.getProgramInfoLog(program) ?? ""}`,
    );
  return program;
}

/** Where a program's uniforms are, by name. */
export const uniformsOf = <const N extends string>(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  ...names: readonly N[]
): Readonly<Record<N, WebGLUniformLocation | null>> =>
  Object.fromEntries(
    names.map((name) => [name, gl.getUniformLocation(program, name)]),
  ) as Record<N, WebGLUniformLocation | null>;

/** A buffer that feeds an attribute, once for each instance or each vertex. */
export function attribute(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  name: string,
  data: Float32Array | Uint8Array,
  size: number,
  { perInstance = false, stride = 0, offset = 0 } = {},
): WebGLBuffer {
  const buffer = gl.createBuffer();
  const at = gl.getAttribLocation(program, name);
  const type = data instanceof Uint8Array ? gl.UNSIGNED_BYTE : gl.FLOAT;
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
  gl.enableVertexAttribArray(at);
  gl.vertexAttribPointer(at, size, type, false, stride, offset);
  if (perInstance) gl.vertexAttribDivisor(at, 1);
  return buffer;
}

/** Red, green, blue from 0 to 1 of `#rrggbb`. */
export const rgb = (colour: string): readonly [number, number, number] => {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) / 255, ((value >> 8) & 255) / 255, (value & 255) / 255];
};
