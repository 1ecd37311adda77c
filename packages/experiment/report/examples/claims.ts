import { claimsText } from "@fabriclab/experiment-report";

process.stdout.write(
  claimsText([
    {
      id: "C-001-2",
      statement:
        "From one source, cyclic multicast takes the same time as OpenSM's.",
      paper: "Figs 8-10: the curves coincide",
      measured: 1,
      unit: "1",
      ci95: [1, 1],
      verdict: "reproduced",
      why: "Every ratio is 1.",
      quantity: "makespan OpenSM / cyclic",
      criterion: "every interval within 1 % of 1",
    },
  ]),
);
