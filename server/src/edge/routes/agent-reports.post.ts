import { endpoints, ReportBody } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { sendReport as send } from '#learning/reports'
import { parseFields } from '#platform/refusal'

export const sendReport = keyRoute(endpoints.sendReport, async ({ app, caller, body, headers }) => {
  const idempotencyKey = headers['idempotency-key'] as string | undefined
  const sent = await send(app, caller, () => parseFields(ReportBody, body(), 'body'), idempotencyKey)
  return { status: 201, body: sent.answer, headers: sent.headers }
})
