import { findKeyOwner, revokeKey as revoke } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'

export const revokeKey: Command = {
  name: 'revoke-key',
  usage: 'revoke-key <key id>                    revoke a key; it stops working within 5 s',
  run: ([keyId = '']) =>
    withDb(async (db) => {
      const userId = await findKeyOwner(db, keyId)
      if (!userId) throw new Error(`there is no key ${JSON.stringify(keyId)}`)
      const { prefix } = await revoke(db, userId, keyId)
      console.log(`${keyId} (${prefix}...) is revoked.`)
      return 0
    }),
}
