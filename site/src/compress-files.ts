import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const COMPRESSIBLE = /\.(?:js|css|html|svg|json|txt)$/
/** A smaller file fits into one packet either way. */
const BYTES_MIN = 1_000

/** Writes `x.br` and `x.gz` beside each text file, so that the service compresses nothing itself. */
export function compressFiles(folder: string): void {
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    if (COMPRESSIBLE.test(name)) compress(join(folder, name))
}

function compress(path: string): void {
  const bytes = readFileSync(path)
  if (bytes.length < BYTES_MIN) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
  writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }))
  writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
}
