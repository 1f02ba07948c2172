import { readFile } from 'node:fs/promises'

export type Tally = { calls: number; byOperation: Map<string, Map<number, number>> }

/** Counts the calls that the hooks recorded: one line for each, with operation, method and status. */
export async function readTally(file: string): Promise<Tally> {
  const tally: Tally = { calls: 0, byOperation: new Map() }
  const text = await readFile(file, 'utf8').catch(() => '')
  for (const line of text.split('\n').filter(Boolean)) {
    const [operation = '', , status] = line.split('\t')
    const statuses = tally.byOperation.get(operation) ?? new Map<number, number>()
    tally.byOperation.set(operation, statuses.set(Number(status), (statuses.get(Number(status)) ?? 0) + 1))
    tally.calls++
  }
  return tally
}
