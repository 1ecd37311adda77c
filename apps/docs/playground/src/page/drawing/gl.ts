/** A program of a vertex and a fragment shader. @throws Error with what the driver says */
export function programOf(
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
    if (shader === null) return program;
    gl.shaderSource(
      shader,
      `#version 300 es\nprecision highp float;\n${source}`,
    );
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  // A context that is lost answers nothing, and what was made with it is never drawn.
  if (
    gl.getProgramParameter(program, gl.LINK_STATUS) !== true &&
    !gl.isContextLost()
  )
    throw new Error(
      `the drawing's shaders are refused: ${gl.getProgramInfoLog(program) ?? ""}`,
    );
  return program;
}

/** Part of a vertex: numbers, or a colour of four bytes from 0 to 1. */
export interface Part {
  readonly name: string;
  readonly size: number;
  readonly isColour?: boolean;
}

/** Vertices on the graphics card, and the program that draws them. Their places are pixels of the screen whose y grows downwards. */
export class Batch {
  readonly #gl: WebGL2RenderingContext;
  readonly #program: WebGLProgram;
  readonly #array: WebGLVertexArrayObject;
  readonly #buffer: WebGLBuffer;
  readonly #size: WebGLUniformLocation | null;

  constructor(
    gl: WebGL2RenderingContext,
    vertex: string,
    fragment: string,
    parts: readonly Part[],
  ) {
    this.#gl = gl;
    this.#program = programOf(gl, vertex, fragment);
    this.#size = gl.getUniformLocation(this.#program, "u_size");
    this.#array = gl.createVertexArray();
    this.#buffer = gl.createBuffer();
    gl.bindVertexArray(this.#array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    const stride = parts.reduce(
      (sum, { size, isColour }) => sum + (isColour === true ? 4 : 4 * size),
      0,
    );
    let offset = 0;
    for (const { name, size, isColour = false } of parts) {
      const at = gl.getAttribLocation(this.#program, name);
      const type = isColour ? gl.UNSIGNED_BYTE : gl.FLOAT;
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, size, type, isColour, stride, offset);
      offset += isColour ? 4 : 4 * size;
    }
    gl.bindVertexArray(null);
  }

  /** Takes other vertices. */
  fill(data: ArrayBuffer): void {
    const gl = this.#gl;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.#buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
  }

  /** @param indices drawn instead of vertices in their order */
  draw(
    mode: number,
    from: number,
    count: number,
    width: number,
    height: number,
    indices?: WebGLBuffer,
  ): void {
    const gl = this.#gl;
    gl.useProgram(this.#program);
    gl.bindVertexArray(this.#array);
    gl.uniform2f(this.#size, width, height);
    if (indices === undefined) gl.drawArrays(mode, from, count);
    else {
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.drawElements(mode, count, gl.UNSIGNED_INT, 4 * from);
    }
    gl.bindVertexArray(null);
  }
}
