import { parseArgs } from 'node:util'
import { type Command, withStorage } from '#edge/command-line'
import type { Db } from '#platform/db'
import type { Storage } from '#platform/storage'
import { takeInventory } from './take-inventory.ts'

/** More would hide what else a command has to say. */
const SHOWN_MAX = 50

export const checkFiles: Command = {
  name: 'check-files',
  usage:
    'check-files [--read]                   compare the objects in the storage with the rows, or each byte',
  run(args) {
    const { values } = parseArgs({ args, options: { read: { type: 'boolean', default: false } } })
    return withStorage(async (app) => ((await printInventory(app, values.read)) === 0 ? 0 : 1))
  },
}

/** Prints what is missing, wrong and extra; returns how many files are missing or wrong. */
export async function printInventory(
  { db, storage }: { db: Db; storage: Storage },
  isRead: boolean,
): Promise<number> {
  let shown = 0
  const onFinding = (sentence: string) => {
    if (shown++ < SHOWN_MAX) console.log(sentence)
  }
  const { files, bytes, missing, wrong, extra } = await takeInventory({ db, storage, isRead, onFinding })
  if (shown > SHOWN_MAX) console.log(`... and ${shown - SHOWN_MAX} more`)
  console.log(
    `${files} files (${bytes} bytes), ${isRead ? 'each read' : 'by their sizes'}: ${missing} missing, ` +
      `${wrong} wrong; ${extra} objects have no row`,
  )
  if (missing + wrong > 0)
    console.log(
      'What to do: put the named objects back from a version or a copy of the bucket. Where there is none, ' +
        'tell the owner, or erase the media: pnpm admin erase ID',
    )
  return missing + wrong
}
