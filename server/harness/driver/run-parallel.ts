/** Works on the items in order, at most `limit` at the same time. Rejects with the first error. */
export async function runParallel<T>(
  limit: number,
  items: Iterable<T>,
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items[Symbol.iterator]()
  let taken = 0
  const lane = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value, taken++)
  }
  await Promise.all(Array.from({ length: limit }, lane))
}
