import type { App } from '#platform/app'
import { Refusal } from '#platform/refusal'
import { keepNews } from './payment-event.ts'
import { endpointUnknown, requireStripe } from './require-stripe.ts'

export type SignedEvent = { readBody(): Promise<Buffer>; signature: string | undefined }

/** The last part of the address for events. The router reads the cell in it, as in ids. */
const endpointOf = ({ config }: App): string => `evt_${config.cell}`

/**
 * An event of Stripe. What it says is stored before the answer, and the worker applies it: Stripe sends an
 * event again until it is answered, so a crash at any point loses nothing.
 */
export async function receiveEvent(
  app: App,
  endpoint: string,
  { readBody, signature }: SignedEvent,
): Promise<void> {
  const stripe = requireStripe(app)
  if (endpoint !== endpointOf(app)) throw endpointUnknown()
  const news = await stripe.readEvent(await readBody(), signature)
  if (news === undefined)
    throw new Refusal('invalid_request', 'The signature of the event is not valid, or too old.', {
      field: 'stripe-signature',
    })
  if (news !== 'nothing') await keepNews(app.db, [news])
}
