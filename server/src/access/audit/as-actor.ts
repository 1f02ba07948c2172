import type { Db, Tx } from '#platform/db'

/** Who makes a change: a user with a session, an operator with a command, or an OAuth client by a token. */
export type Actor = { kind: 'session' | 'operator' | 'client'; id: string }

/**
 * The database, for changes by this actor. The triggers of the database record every change of users, keys,
 * grants and thresholds, and read the actor from the transaction. Without one they record the database role.
 */
export function asActor(db: Db, actor: Actor): Db {
  const setting = JSON.stringify(actor)
  const transaction: Db['transaction'] = (work, options) =>
    db.transaction(async (tx: Tx) => {
      await tx.row(`select set_config('app.actor', $1, true)`, [setting])
      return work(tx)
    }, options)
  return {
    ...db,
    transaction,
    rows: (text, values) => transaction((tx) => tx.rows(text, values)),
    row: (text, values) => transaction((tx) => tx.row(text, values)),
  }
}
