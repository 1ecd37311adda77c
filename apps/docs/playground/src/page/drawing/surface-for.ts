import { element } from "../dom.ts";
import { FlatSurface } from "./flat-surface.ts";
import type { Surface } from "./surface.ts";
import { WebglSurface } from "./webgl-surface.ts";

/**
 * Puts a surface into an element: one of WebGL where a graphics card does it, else one that the processor draws. While WebGL is lost (a driver that was started anew, a laptop
 * that slept), the processor draws.
 *
 * @param replaced called with another surface, on which nothing is drawn yet
 */
export function surfaceFor(
  container: HTMLElement,
  replaced: (surface: Surface) => void,
): Surface {
  const canvas = element("canvas");
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: false,
    powerPreference: "high-performance",
    // Where a processor has to do a graphics card's work, it draws lines faster without that detour.
    failIfMajorPerformanceCaveat: true,
  });
  const put = (surface: Surface): Surface => {
    container.replaceChildren(surface.canvas);
    return surface;
  };
  const flat = (): Surface => put(new FlatSurface(element("canvas")));
  if (gl === null) return flat();
  canvas.addEventListener("webglcontextlost", (event) => {
    // Else it is never given back.
    event.preventDefault();
    replaced(flat());
  });
  canvas.addEventListener("webglcontextrestored", () =>
    replaced(put(new WebglSurface(gl))),
  );
  return put(new WebglSurface(gl));
}
