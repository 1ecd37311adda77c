import { deadline } from "@fabriclab/metrics-deadline";

console.log(deadline.summary);
