import { endpoints, QuoteBody } from '@atelier/contract'
import { keyRoute } from '#edge/http'
import { warnOfLosers } from '#learning/knowledge'
import { parseFields } from '#platform/refusal'
import { quoteOrder } from '#production/jobs'
import { readImageOrder, readVideoOrder } from '#production/orders'

const readOrder = { image: readImageOrder, video: readVideoOrder }

export const quoteJob = keyRoute(endpoints.quoteJob, async ({ app, caller, body }) => {
  const { kind, ...fields } = parseFields(QuoteBody, body(), 'body')
  const order = readOrder[kind](fields)
  const losers = await warnOfLosers(app.db, caller.owner)(order)
  return { status: 200, body: await quoteOrder(app, caller, order, losers) }
})
