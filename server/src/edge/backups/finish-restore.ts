import { parseArgs } from 'node:util'
import { verifyLedger } from '#access/credits'
import { type Command, withStorage } from '#edge/command-line'
import { readLedgerSettings } from '#platform/config'
import { type Db, findUnfinishedRestore, finishRestore as finish, isRecovering } from '#platform/db'
import { applyErasures } from '#privacy/erasures'
import { findNewestJobTime, mediaBooks } from '#production/media'
import { printInventory } from './check-files.ts'
import { readSigned } from './read-signed.ts'

const options = {
  read: { type: 'boolean', default: false },
  'without-heads': { type: 'boolean', default: false },
  accept: { type: 'boolean', default: false },
} as const

export const finishRestore: Command = {
  name: 'finish-restore',
  usage:
    'finish-restore [--read] [--without-heads] [--accept]\n' +
    '                                         after a restore: verify, erase again, compare files and rows',
  run(args) {
    const { values } = parseArgs({ args, options })
    return withStorage(async (app) => {
      const { db } = app
      if (await isRecovering(db))
        throw new Error('Postgres still replays the log. Run this again when it accepts writes.')
      const restore = await findUnfinishedRestore(db)
      console.log(restore ? `restore ${restore}` : 'no restore of this database is unfinished; checking it')
      const newest = await findNewestJobTime(db)
      console.log(newest ? `the newest job is of ${newest.toISOString()}` : 'there is no job yet')
      const wrong = await verify(db, !values['without-heads'])
      const { logged, applied, waiting } = await applyErasures(app)
      console.log(
        `${logged} erasures in the log of the storage: ${applied} applied again, ${waiting} of them end ` +
          'when their jobs have ended',
      )
      const findings = wrong + (await printInventory(app, values.read))
      if (findings > 0 && !values.accept) {
        console.log(
          `Not finished: ${findings} findings. api and worker go on refusing this database.\n` +
            'What to do: look at each finding above. To use the database nevertheless, add --accept.',
        )
        return 1
      }
      if (restore) await finish(db, restore)
      console.log(
        [
          'Finished: api and worker may use this database. Three things no command can undo:',
          '- Keys revoked after that moment work again: pnpm admin keys WHO, pnpm admin revoke-key ID.',
          '- Jobs after that moment are gone, with their charges: pnpm reconcile lists their bills.',
          '- Objects that have no row are files of such jobs. The sweep removes them when they are old.',
        ].join('\n'),
      )
      return 0
    })
  },
}

/** Chains, grants and media, and the heads that were signed before that moment. */
async function verify(db: Db, hasHeads: boolean): Promise<number> {
  let count = 0
  const onFinding = (sentence: string) => {
    count++
    console.log(`wrong: ${sentence}`)
  }
  const source = { witnessFile: undefined, isRestored: true, onFinding }
  const signed = hasHeads ? await readSigned(db, source) : undefined
  const publicKeys = hasHeads ? readLedgerSettings().publicKeys : undefined
  const { entries, accounts } = await verifyLedger(db, {
    media: mediaBooks,
    ...(publicKeys && signed && { signed, publicKeys }),
    onFinding,
  })
  console.log(
    `${entries} entries of ${accounts} accounts: ${count === 0 ? 'nothing is wrong' : `${count} findings`}`,
  )
  return count
}
