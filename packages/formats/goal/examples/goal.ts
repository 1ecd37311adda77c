// Two ranks: rank 1 computes when the message is there, then answers.
import { readGoal, writeGoal } from "@fabriclab/formats-goal";

const { ranks, notes } = readGoal(`num_ranks 2
rank 0 {
  ask: send 8b to 1 tag 1
  answer: recv 4096b from 1 tag 2
  answer requires ask
}
rank 1 {
  ask: recv 8b from 0 tag 1
  think: calc 1500
  answer: send 4096b to 0 tag 2
  think requires ask
  answer requires think
}
`);
console.log(ranks.map((operations) => operations.length).join(" and "), notes);
console.log(writeGoal({ ranks }));
