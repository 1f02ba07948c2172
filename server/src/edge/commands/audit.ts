import { listEvents } from '#access/audit'
import { type Command, loadUser, withDb } from '#edge/command-line'

const PAGE_ROWS = 100

export const audit: Command = {
  name: 'audit',
  usage: 'audit <email|id>                       list every change of an account, one JSON object per line',
  run: ([who = '']) =>
    withDb(async (db) => {
      const { id } = await loadUser(db, who)
      for (let cursor: string | undefined; ; ) {
        const { events, nextCursor } = await listEvents(db, id, { limit: PAGE_ROWS, cursor })
        for (const event of events) console.log(JSON.stringify(event))
        if (nextCursor === null) return 0
        cursor = nextCursor
      }
    }),
}
