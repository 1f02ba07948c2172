import { Readable } from 'node:stream'
import { endpoints } from '@atelier/contract'
import { writeLedgerCsv } from '#access/credits'
import { sessionRoute } from '#edge/http'

export const exportLedger = sessionRoute(endpoints.exportLedger, async ({ app, session, method }) => {
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="ledger-${session.owner.mode}.csv"`,
  }
  if (method === 'HEAD') return { status: 200, headers }
  const stream = Readable.from(writeLedgerCsv(app.db, session.owner), { objectMode: false })
  return { status: 200, headers, stream }
})
