import { readdir, readFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Canary } from './canaries.ts'
import { newFinder } from './find-texts.ts'

/** A folder that is looked through. */
export type Place = {
  name: string
  dir: string
  /** Files in which prompts are stored rightly. */
  mayHavePrompt?: (file: string) => boolean
  /** Files whose purpose is to hold a secret; their mode is 600. */
  isSecretFile?: (file: string) => boolean
}

export type Scan = {
  name: string
  files: number
  bytes: number
  /** What may not be there. */
  hits: string[]
  /** Files with prompts that may have them, and the prompts. */
  prompts: Set<string>
}

export async function scanPlace(place: Place, canaries: Canary[]): Promise<Scan> {
  const { name, dir, mayHavePrompt = () => false, isSecretFile = () => false } = place
  const find = newFinder(canaries)
  const scan: Scan = { name, files: 0, bytes: 0, hits: [], prompts: new Set() }
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    const file = relative(dir, path)
    if (!entry.isFile() || isSecretFile(file)) continue
    const bytes = await readIfThere(path)
    scan.files++
    scan.bytes += bytes.length
    for (const { canary, form } of find(bytes))
      if (canary.isPrompt && mayHavePrompt(file)) scan.prompts.add(canary.text)
      else scan.hits.push(`${file}: a ${canary.name}, ${form}`)
  }
  return scan
}

/** A running process may remove a file meanwhile. */
const readIfThere = (path: string): Promise<Buffer> =>
  readFile(path).catch((error: { code?: string }) => {
    if (error.code === 'ENOENT') return Buffer.alloc(0)
    throw error
  })
