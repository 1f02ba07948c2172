import { parseArgs } from 'node:util'
import { type ListedUser, listUsers } from '#access/identity'
import { type Command, withDb } from '#edge/command-line'

const PAGE_ROWS = 500

export const users: Command = {
  name: 'users',
  usage: 'users [--json]                         list every user',
  async run(args) {
    const { values } = parseArgs({ args, options: { json: { type: 'boolean', default: false } } })
    return withDb(async (db) => {
      for (let after = ''; ; ) {
        const page = await listUsers(db, after, PAGE_ROWS)
        for (const user of page) console.log(values.json ? JSON.stringify(user) : describe(user))
        const last = page.at(-1)
        if (!last || page.length < PAGE_ROWS) return 0
        after = last.id
      }
    })
  },
}

const describe = ({ id, email, role, createdAt, suspendedAt, activeKeys }: ListedUser): string =>
  [
    id,
    email,
    role,
    `since ${createdAt.toISOString().slice(0, 10)}`,
    `${activeKeys} active ${activeKeys === 1 ? 'key' : 'keys'}`,
    ...(suspendedAt ? [`suspended ${suspendedAt.toISOString()}`] : []),
  ].join('  ')
