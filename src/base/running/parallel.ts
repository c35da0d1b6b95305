/**
 * Runs `work` for every item, `max` at a time, in order. An error stops no other item; the first error is thrown at
 * the end.
 */
export async function forEachConcurrently<Item>(
  items: Item[],
  max: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values()
  const errors: unknown[] = []
  const worker = async () => {
    for (const item of waiting) await work(item).catch(error => errors.push(error))
  }
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker))
  if (errors.length > 0) throw errors[0]
}
