import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { exportKnowledge as write } from '#learning/portability'

export const exportKnowledge = keyRoute(endpoints.exportKnowledge, async ({ app, caller, method }) => {
  const { stream, sizeBytes } = await write(app.db, caller.owner, app.config.tempDir)
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': String(sizeBytes) }
  if (method === 'GET') return { status: 200, headers, stream }
  stream.destroy()
  return { status: 200, headers }
})
