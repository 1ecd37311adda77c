import { EdgeRectangleProgram } from "sigma/rendering";
import type { EdgeDisplayData, NodeDisplayData } from "sigma/types";

/** What the drawing adds to an edge of sigma. */
export interface ChannelData extends EdgeDisplayData {
  /** Half line widths by which it is shifted to the right of its way. */
  readonly shift: number;
}

// sigma's rectangle program with one more attribute; see its shader for what the other terms do.
const VERTEX_SHADER = /*glsl*/ `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec2 a_normal;
attribute float a_shift;
attribute float a_normalCoef;
attribute vec2 a_positionStart;
attribute vec2 a_positionEnd;
attribute float a_positionCoef;

uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_zoomRatio;
uniform float u_pixelRatio;
uniform float u_correctionRatio;
uniform float u_minEdgeThickness;
uniform float u_feather;

varying vec4 v_color;
varying vec2 v_normal;
varying float v_thickness;
varying float v_feather;

const float bias = 255.0 / 254.0;

void main() {
  float normalLength = length(a_normal);
  vec2 right = -a_normal / max(normalLength, 1e-9);
  vec2 unitNormal = -right * a_normalCoef;
  float pixelsThickness = max(normalLength, u_minEdgeThickness * u_sizeRatio);
  float webGLThickness = pixelsThickness * u_correctionRatio / u_sizeRatio;
  float adaptedThickness = webGLThickness + u_feather * u_correctionRatio;

  vec2 position = mix(a_positionStart, a_positionEnd, a_positionCoef);
  vec2 moved = position + right * a_shift * u_correctionRatio / u_sizeRatio + unitNormal * adaptedThickness;
  gl_Position = vec4((u_matrix * vec3(moved, 1)).xy, 0, 1);

  v_thickness = webGLThickness / u_zoomRatio;
  v_normal = unitNormal;
  v_feather = u_feather * u_correctionRatio / u_zoomRatio / u_pixelRatio * 2.0;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_color.a *= bias;
}
`;

/** Draws a channel as a line, to the right of the line between its ends, so that the two directions of a cable stand side by side. */
export class ChannelProgram extends EdgeRectangleProgram {
  override getDefinition(): ReturnType<EdgeRectangleProgram["getDefinition"]> {
    const definition = super.getDefinition();
    return {
      ...definition,
      VERTEX_SHADER_SOURCE: VERTEX_SHADER,
      ATTRIBUTES: [
        ...definition.ATTRIBUTES,
        { name: "a_shift", size: 1, type: WebGLRenderingContext.FLOAT },
      ],
    };
  }

  override processVisibleItem(
    edgeIndex: number,
    startIndex: number,
    source: NodeDisplayData,
    target: NodeDisplayData,
    data: ChannelData,
  ): void {
    super.processVisibleItem(edgeIndex, startIndex, source, target, data);
    // Behind the eight numbers of the program that it extends.
    this.array[startIndex + 8] = data.shift;
  }
}
