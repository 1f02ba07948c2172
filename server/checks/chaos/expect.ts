import { createHash } from 'node:crypto'

export const expect = (right: boolean, sentence: string): void => {
  if (!right) throw new Error(sentence)
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** The bytes must be those that the row describes. */
export function expectBytes(bytes: Buffer, row: { size_bytes: number | null; sha256: Buffer | null }): void {
  expect(bytes.length === row.size_bytes, `${bytes.length} bytes, the row says ${row.size_bytes}`)
  expect(sha256(bytes) === row.sha256?.toString('hex'), 'other bytes than the row says')
}
