export async function run(input: number): Promise<number> {
  await new Promise((resolve) => setTimeout(resolve, 400));
  return input * input;
}
