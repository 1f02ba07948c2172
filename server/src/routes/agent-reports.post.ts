import { endpoints, ReportBody } from '@atelier/contract'
import { behindKey } from '#http'
import { parseFields } from '#refusal'
import { sendReport as send } from '#reports'

export const sendReport = behindKey(endpoints.sendReport, async ({ app, caller, body, headers }) => {
  const key = headers['idempotency-key'] as string | undefined
  const sent = await send(app, caller, () => parseFields(ReportBody, body(), 'body'), key)
  return { status: 201, body: sent.answer, headers: sent.headers }
})
