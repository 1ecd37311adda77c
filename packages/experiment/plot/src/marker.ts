import type { Marker } from "./style.ts";

/** A marker of about 41 square pixels around the origin as SVG path data, for legends; the same shapes that the curves carry. */
export function markerPath(marker: Marker): string {
  return PATHS[marker];
}

const PATHS: Readonly<Record<Marker, string>> = {
  circle: "M3.6,0A3.6,3.6,0,1,1,-3.6,0A3.6,3.6,0,1,1,3.6,0Z",
  square: "M-3.2,-3.2H3.2V3.2H-3.2Z",
  triangle: "M0,-5.6L4.9,2.8L-4.9,2.8Z",
  diamond: "M0,-5.9L3.4,0L0,5.9L-3.4,0Z",
  star: "M0,-5.9L1.3,-1.8L5.6,-1.8L2.1,0.7L3.5,4.8L0,2.3L-3.5,4.8L-2.1,0.7L-5.6,-1.8L-1.3,-1.8Z",
  cross: "M-4.3,-1.4H-1.4V-4.3H1.4V-1.4H4.3V1.4H1.4V4.3H-1.4V1.4H-4.3Z",
  wye: "M1.9,1.1L1.9,5L-1.9,5L-1.9,1.1L-5.2,-0.8L-3.3,-4.1L0,-2.2L3.3,-4.1L5.2,-0.8Z",
};
