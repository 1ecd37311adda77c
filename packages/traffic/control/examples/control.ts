import { control } from "@fabriclab/traffic-control";

console.log(control.summary);
