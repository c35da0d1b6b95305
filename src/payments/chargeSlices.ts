// A provider limits the amount of a charge. A larger sum is divided into slices of whole orders, each a charge of its
// own.

/**
 * Divides orders into as few slices of at most `maxCents` as their sequence allows. An order that alone exceeds
 * `maxCents` cannot be charged; it is a slice of its own, after all other slices.
 */
export function sliceOrders<Order extends { chargeCents: number | null }>(
  orders: Order[],
  maxCents: number,
): Order[][] {
  const slices: Order[][] = []
  const tooLarge: Order[][] = []
  let sumCents = 0
  for (const order of orders) {
    const cents = order.chargeCents ?? 0
    if (cents > maxCents) {
      tooLarge.push([order])
      continue
    }
    const slice = slices.at(-1)
    sumCents += cents
    if (slice !== undefined && sumCents <= maxCents) slice.push(order)
    else {
      slices.push([order])
      sumCents = cents
    }
  }
  return [...slices, ...tooLarge]
}
