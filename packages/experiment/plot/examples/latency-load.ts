import { drawFigure, latencyLoadChart } from "@fabriclab/experiment-plot";

const svg = drawFigure({
  id: "latency-load",
  title: "Uniform traffic on a 16 x 16 mesh",
  description: "Mean latency over offered load for two routings.",
  charts: [
    latencyLoadChart("256-byte packets", [
      {
        name: "xy",
        style: 0,
        points: [
          { load: 0.1, latencyNs: 2900, ci: 20 },
          { load: 0.2, latencyNs: 3400, ci: 60 },
          { load: 0.3 }, // saturated: no mean, a dashed line marks the load
        ],
      },
    ]),
  ],
});
const texts = [...svg.matchAll(/<text[^>]*>([^<]+)</g)].map(([, text]) => text);
console.log(svg.slice(0, 78));
console.log(texts.join(" | "));
