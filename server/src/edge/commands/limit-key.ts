import { parseArgs } from 'node:util'
import { changeKey, findKeyOwner } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'

export const limitKey: Command = {
  name: 'limit-key',
  usage: 'limit-key <key id> [--daily N|none] [--per-job N|none]   change the credit limits of a key',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { daily: { type: 'string' }, 'per-job': { type: 'string' } },
    })
    const [keyId = ''] = positionals
    const limits = {
      ...(values.daily !== undefined && { dailyCreditLimit: readLimit(values.daily) }),
      ...(values['per-job'] !== undefined && { perJobCreditLimit: readLimit(values['per-job']) }),
    }
    if (Object.keys(limits).length === 0) throw new Error(`usage: ${limitKey.usage}`)
    return withDb(async (db) => {
      const userId = await findKeyOwner(db, keyId)
      if (!userId) throw new Error(`there is no active key ${JSON.stringify(keyId)}`)
      const key = await changeKey(db, userId, keyId, limits)
      const { dailyCreditLimit, perJobCreditLimit } = key
      console.log(JSON.stringify({ id: key.id, dailyCreditLimit, perJobCreditLimit }))
      return 0
    })
  },
}

function readLimit(text: string): number | null {
  if (text === 'none') return null
  if (!/^\d{1,12}$/.test(text)) throw new Error(`a limit is a whole number or "none", not ${text}`)
  return Number(text)
}
