import { multipath } from "@fabriclab/routing-multipath";

console.log(multipath.summary);
