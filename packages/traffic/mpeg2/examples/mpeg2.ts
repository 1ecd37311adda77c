import { mpeg2 } from "@fabriclab/traffic-mpeg2";

console.log(mpeg2.summary);
