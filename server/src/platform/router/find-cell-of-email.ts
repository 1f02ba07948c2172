import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/** The cell whose map lists the e-mail address, by the maps in `folder`, which has a folder for each cell. */
export async function findCellOfEmail(folder: string, email: string): Promise<string | undefined> {
  const wanted = createHash('sha256').update(email.toLowerCase()).digest('hex')
  const entries = await readdir(folder, { withFileTypes: true })
  for (const { name: cell } of entries.filter((one) => one.isDirectory())) {
    const lines = createInterface({ input: createReadStream(join(folder, cell, 'users.map')) })
    for await (const line of lines) if (line.startsWith(`${wanted} `)) return cell
  }
  return undefined
}
