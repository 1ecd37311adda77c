import { FlatSurface } from "./flat-surface.ts";
import type { Surface } from "./surface.ts";
import { WebglSurface } from "./webgl-surface.ts";

/**
 * Puts a surface into an element: one of WebGL where the browser has it and does not say that it would be slow, else a 2-D canvas. While WebGL is lost (a driver that was started anew, a laptop
 * that slept), the processor draws.
 *
 * @param replaced called with another surface, on which nothing is drawn yet
 */
export function surfaceFor(
  container: HTMLElement,
  replaced: (surface: Surface) => void,
): Surface {
  const canvas = document.createElement("canvas");
  const gl = canvas.getContext("webgl2", {
    alpha: false,
    antialias: false,
    powerPreference: "high-performance",
    // Not every browser says so of a processor that does a graphics card's work: Chromium with SwiftShader asked for does not.
    failIfMajorPerformanceCaveat: true,
  });
  const put = (surface: Surface): Surface => {
    container.replaceChildren(surface.canvas);
    return surface;
  };
  const flat = (): Surface =>
    put(new FlatSurface(document.createElement("canvas")));
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
