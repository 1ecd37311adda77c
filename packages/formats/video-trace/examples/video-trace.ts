// A verbose trace in display order, as an encoder writes it: sizes in bits.
import { readVideoTrace } from "@fabriclab/formats-video-trace";

const text = `# Frame Time Type Size [Bit] PSNR-Y PSNR-U PSNR-V
0 0.0 I 364808 38.1 41.0 42.3
1 33.3 B 80000 36.0 40.1 41.7
2 66.7 B 72800 35.9 40.1 41.7
3 100.0 P 204800 37.2 40.6 42.0
`;
const { format, unit, order, fps, bytes, types } = readVideoTrace(text);
console.log(format, unit, order, fps.toFixed(1), "frames a second");
types.forEach((type, i) => {
  console.log(type, bytes[i]);
});
