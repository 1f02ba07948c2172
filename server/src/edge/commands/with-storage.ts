import { pino } from 'pino'
import { readStorageSettings } from '#platform/config'
import type { Db } from '#platform/db'
import { openStorage, type Storage } from '#platform/storage'
import { withDb } from './command.ts'

/** The database and the storage, for the duration of a command. Warnings go to standard error. */
export function withStorage<T>(
  work: (app: { db: Db; storage: Storage; log: pino.Logger }) => Promise<T>,
): Promise<T> {
  const storage = openStorage(readStorageSettings())
  const log = pino({ level: 'warn' }, pino.destination(2))
  return withDb((db) => work({ db, storage, log })).finally(() => storage.close())
}
