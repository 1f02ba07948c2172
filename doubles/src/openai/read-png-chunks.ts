export interface PngChunk {
  name: string
  body: Buffer
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** All chunks, the first one IHDR; `undefined` when it is no PNG or ends before IEND. */
export function readPngChunks(bytes: Buffer): PngChunk[] | undefined {
  if (!bytes.subarray(0, 8).equals(SIGNATURE)) return undefined
  const chunks: PngChunk[] = []
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (end > bytes.length) return undefined
    const name = bytes.toString('latin1', at + 4, at + 8)
    chunks.push({ name, body: bytes.subarray(at + 8, end - 4) })
    if (name === 'IEND') return chunks[0]?.name === 'IHDR' ? chunks : undefined
    at = end
  }
  return undefined
}
