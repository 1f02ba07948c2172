import { userInfo } from 'node:os'
import { pino } from 'pino'
import { asActor } from '#access/audit'
import { findUser, type User } from '#access/identity'
import { readCell, readDatabaseUrl, readDirectUrl, readStorageSettings } from '#platform/config'
import { type Db, openDb, type Rows } from '#platform/db'
import { setCell } from '#platform/ids'
import { openStorage, type Storage } from '#platform/storage'

/** `run` returns the exit code. */
export type Command = { name: string; usage: string; run: (args: string[]) => Promise<number> }

/** Opens the database for the duration of a command, with few connections. The audit names the operator. */
export async function withDb<T>(work: (db: Db) => Promise<T>): Promise<T> {
  const cell = readCell()
  setCell(cell)
  const addresses = { url: readDatabaseUrl(), directUrl: readDirectUrl() }
  const options = { cell, poolSize: 4, mayBeUnfinished: true, onIdleError: () => undefined }
  const db = openDb({ ...addresses, ...options })
  try {
    return await work(asActor(db, { kind: 'operator', id: nameOfUser() }))
  } finally {
    await db.close()
  }
}

/** A container may run as a user that no file of its image names. */
function nameOfUser(): string {
  try {
    return userInfo().username
  } catch {
    return `uid ${process.getuid?.()}`
  }
}

/** The database and the storage, for the duration of a command. Warnings go to standard error. */
export function withStorage<T>(
  work: (app: { db: Db; storage: Storage; log: pino.Logger }) => Promise<T>,
): Promise<T> {
  const storage = openStorage(readStorageSettings())
  const log = pino({ level: 'warn' }, pino.destination(2))
  return withDb((db) => work({ db, storage, log })).finally(() => storage.close())
}

export async function loadUser(db: Rows, emailOrId: string): Promise<User> {
  const user = await findUser(db, emailOrId)
  if (!user) throw new Error(`no user has the e-mail address or id ${JSON.stringify(emailOrId)}`)
  return user
}
