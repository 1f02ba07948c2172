import { endpoints, QuoteBody } from '@atelier/contract'
import { behindKey } from '#http'
import { quoteOrder } from '#media'
import { readImageOrder, readVideoOrder } from '#orders'
import { parseFields } from '#refusal'

const readOrder = { image: readImageOrder, video: readVideoOrder }

export const quoteJob = behindKey(endpoints.quoteJob, async ({ app, caller, body }) => {
  const { kind, ...fields } = parseFields(QuoteBody, body(), 'body')
  return { status: 200, body: await quoteOrder(app, caller, readOrder[kind](fields, app.providers)) }
})
