import { endpoints } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { exportKnowledge as write } from '#learning/portability'

export const exportKnowledge = keyRoute(endpoints.exportKnowledge, async (call) => {
  const { app, caller, method, signal } = call
  const { stream, sizeBytes } = await write(app, caller.owner, signal)
  const headers = { 'content-type': 'application/x-ndjson', 'content-length': String(sizeBytes) }
  if (method === 'GET') return { status: 200, headers, stream }
  stream.destroy()
  return { status: 200, headers }
})
