import { pathBits } from "@fabriclab/addressing-path-bits";

console.log(pathBits.summary);
