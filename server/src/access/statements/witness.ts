import { readFile, rename, writeFile } from 'node:fs/promises'

/** The number and the hash of a statement that exists, remembered where nobody with other rights writes. */
export type Witness = { sequence: number; hash: string }

/** Undefined when there is no such file. */
export async function findWitness(path: string): Promise<Witness | undefined> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (text === undefined) return undefined
  const [, sequence, hash] = /^(\d+) ([0-9a-f]{64})\n$/.exec(text) ?? []
  if (!sequence || !hash) throw new Error(`${path} is not a witness: it must hold a number and a hash`)
  return { sequence: Number(sequence), hash }
}

/** Replaces the file as a whole, so that a crash leaves the old one or the new one. */
export async function saveWitness(path: string, { sequence, hash }: Witness): Promise<void> {
  await writeFile(`${path}.new`, `${sequence} ${hash}\n`, { flush: true })
  await rename(`${path}.new`, path)
}
