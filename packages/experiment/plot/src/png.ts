import { Resvg } from "@resvg/resvg-js";
import { fontFiles } from "./font.ts";

/**
 * An SVG of this package as a PNG file's bytes.
 *
 * @param scale pixels per CSS pixel; default 2
 */
export function renderPng(svg: string, scale = 2): Uint8Array {
  const picture = new Resvg(svg, {
    fitTo: { mode: "zoom", value: scale },
    background: "white",
    font: {
      loadSystemFonts: false,
      fontFiles,
      defaultFontFamily: "DejaVu Sans",
      sansSerifFamily: "DejaVu Sans",
    },
  });
  return picture.render().asPng();
}
