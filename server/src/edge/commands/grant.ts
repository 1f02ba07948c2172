import { parseArgs } from 'node:util'
import { type Grant, grant as post } from '#access/credits'
import { type Command, loadUser, withDb } from '#edge/command-line'

const kinds = ['grant', 'purchase', 'adjustment'] as const

export const grant: Command = {
  name: 'grant',
  usage: 'grant <email> <credits> [--kind grant|purchase|adjustment] [--ref reference] [--note text]',
  async run(args) {
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        kind: { type: 'string', default: 'grant' },
        note: { type: 'string', default: 'by the operator' },
        ref: { type: 'string' },
      },
    })
    const [email = '', credits = ''] = positionals
    const amount = Number(credits)
    const kind = kinds.find((one) => one === values.kind)
    if (!kind || !Number.isSafeInteger(amount) || amount === 0) throw new Error(`usage: ${grant.usage}`)
    if (kind === 'purchase' && !values.ref)
      throw new Error('a purchase needs --ref, the number of its payment: repeating it grants only once')
    return withDb(async (db) => {
      const user = await loadUser(db, email)
      const given: Grant = { userId: user.id, amount, kind, note: values.note, externalRef: values.ref }
      const { id, balance, isRepeated } = await post(db, given)
      const when = isRepeated
        ? `granted before under ${values.ref}, nothing changed now`
        : `balance ${balance}`
      console.log(`${id}: ${amount} credits for ${email}, ${when}`)
      return 0
    })
  },
}
