const SIDE_BY_SIDE = 6

/** A few at a time: the checker is no storm of its own. */
export async function sideBySide<T>(
  things: T[],
  look: (thing: T, i: number) => Promise<void>,
): Promise<void> {
  const queue = things.entries()
  const work = async () => {
    for (const [i, thing] of queue) await look(thing, i)
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work))
}
