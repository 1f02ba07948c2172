import { endpoints, QuoteBody } from '@atelier/contract'
import { behindKey } from '#http'
import { findSimilarLosers } from '#knowledge'
import { quoteOrder } from '#media'
import { readImageOrder, readVideoOrder } from '#orders'
import { parseFields } from '#refusal'

const readOrder = { image: readImageOrder, video: readVideoOrder }

export const quoteJob = behindKey(endpoints.quoteJob, async ({ app, caller, body }) => {
  const { kind, ...fields } = parseFields(QuoteBody, body(), 'body')
  const order = readOrder[kind](fields, app.providers)
  const { prompt, wanted } = order
  const losers = await findSimilarLosers(app.db, caller.owner, prompt, wanted.productId ?? undefined)
  return { status: 200, body: await quoteOrder(app, caller, order, losers) }
})
