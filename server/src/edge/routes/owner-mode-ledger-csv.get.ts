import { endpoints } from '@atelier/contract'
import { writeLedgerCsv } from '#access/credits'
import { sessionRoute } from '#edge/http'
import { writeDownload } from '#platform/downloads'

export const exportLedger = sessionRoute(endpoints.exportLedger, async (call) => {
  const { app, session, method, signal } = call
  const { owner } = session
  const { heavy, config } = app
  const { stream, sizeBytes } = await writeDownload(
    { userId: owner.userId, signal, heavy, tempDir: config.tempDir },
    (tx) => writeLedgerCsv(tx, owner),
  )
  const headers = {
    'content-type': 'text/csv; charset=utf-8',
    'content-length': String(sizeBytes),
    'content-disposition': `attachment; filename="ledger-${owner.mode}.csv"`,
  }
  if (method === 'GET') return { status: 200, headers, stream }
  stream.destroy()
  return { status: 200, headers }
})
