// A fabric as JSON, and back without a difference.
import {
  readFabricJson,
  writeFabricJson,
} from "@fabriclab/formats-fabric-json";
import { parallel } from "@fabriclab/testing-fabrics";

const text = writeFabricJson(parallel(2));
console.log(text);
console.log(
  `the same when read and written again: ${writeFabricJson(readFabricJson(text)) === text}`,
);
