// The speed of a shared machine changes from minute to minute. So the two sides of a ratio take turns, and the result
// is the median ratio of the rounds: a burst of other work spoils one round, but not the result.

export type Comparison = { ratio: number; service: number; floor: number; ratios: number[] }

/** Runs both sides in turns. The first round is a warm-up and does not count. */
export async function compareInTurns(
  rounds: number,
  sides: { service: () => Promise<number>; floor: () => Promise<number> },
): Promise<Comparison> {
  const pairs: { service: number; floor: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const serviceFirst = round % 2 === 0
    const first = serviceFirst ? await sides.service() : await sides.floor()
    const second = serviceFirst ? await sides.floor() : await sides.service()
    const pair = serviceFirst ? { service: first, floor: second } : { service: second, floor: first }
    if (round > 0) pairs.push(pair)
  }
  const ratios = pairs.map(({ service, floor }) => service / floor)
  return {
    ratio: median(ratios),
    service: median(pairs.map(pair => pair.service)),
    floor: median(pairs.map(pair => pair.floor)),
    ratios,
  }
}

export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

export const spread = (ratios: number[]): string =>
  ratios
    .toSorted((a, b) => a - b)
    .map(ratio => ratio.toFixed(2))
    .join(' ')
