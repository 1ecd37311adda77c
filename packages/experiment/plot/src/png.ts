import { createRequire } from "node:module";
import { Resvg } from "@resvg/resvg-js";

// Why: a fresh server often has no font at all, and other machines have others; the same font file everywhere gives the same pixels.
const locate = createRequire(import.meta.url);
const fontFiles = ["DejaVuSans.ttf", "DejaVuSans-Bold.ttf"].map((file) =>
  locate.resolve(`dejavu-fonts-ttf/ttf/${file}`),
);

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
