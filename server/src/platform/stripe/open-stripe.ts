import type StripeClient from 'stripe'
import type { PaymentSettings } from '#platform/config'
import type { Outage } from '#platform/log'
import { chargeCard, findCharge, readCharge } from './charge-card.ts'
import type { Client } from './client.ts'
import type { News } from './fact.ts'
import { readPacks } from './packs.ts'
import { readPage, startPage } from './pages.ts'
import { eventTypes, readNews } from './read-fact.ts'
import { readKeys } from './read-keys.ts'
import { type Stripe, StripeUnavailable } from './stripe.ts'
import { asUnavailable } from './unavailable.ts'

/** A call of Stripe takes a second or two; an owner waits for it. */
const CALL_MS = 15_000
/** Only a call that did not arrive or was too much is repeated, with the same idempotency key. */
const RETRIES = 2
const PAGE_EVENTS = 100

/**
 * Undefined without settings. The files are read now, so that a mistake in them ends the start. The package
 * is loaded in the background: it takes half a second, and 30 MB that nobody pays for who sells nothing.
 * `outage` is told whether Stripe answers.
 */
export function openStripe(settings: PaymentSettings | undefined, outage?: Outage): Stripe | undefined {
  if (!settings) return undefined
  const { secretKey, webhookSecrets, isLive } = readKeys(settings)
  const packs = readPacks(settings.packsFile)
  const loading = loadClient(secretKey, settings.apiUrl)
  const call = async <T>(work: (client: Client) => Promise<T>): Promise<T> =>
    tell(outage, work(await loading).catch(asUnavailable))
  return {
    isLive,
    packs,
    startPage: (order) => call((client) => startPage(client, order)),
    readPage: (sessionId) => call((client) => readPage(client, sessionId)),
    chargeCard: (order) => call((client) => chargeCard(client, order)),
    readCharge: (intentId) => call((client) => readCharge(client, intentId)),
    findCharge: (customerId, orderId, since) =>
      call((client) => findCharge(client, { customerId, orderId, since })),
    async readEvent(body, signature) {
      const client = await loading
      for (const secret of webhookSecrets) {
        const event = verify(client, { body, signature, secret })
        if (event) return readNews(event) ?? 'nothing'
      }
      return undefined
    },
    async *listEvents(since, onUnread) {
      const client = await loading
      const query = { created: { gte: Math.floor(since.getTime() / 1000) }, limit: PAGE_EVENTS }
      try {
        // At most 20 types in one call; these are fewer.
        let page = await client.events.list({ ...query, types: eventTypes })
        for (;;) {
          yield page.data.flatMap((event) => tryToRead(event, onUnread) ?? [])
          const last = page.data.at(-1)
          if (!last || !page.has_more) break
          page = await client.events.list({ ...query, types: eventTypes, starting_after: last.id })
        }
        outage?.worked()
      } catch (error) {
        await tell(outage, asUnavailable(error))
      }
    },
  }
}

/** A call that is refused was answered. */
async function tell<T>(outage: Outage | undefined, answer: Promise<T>): Promise<T> {
  try {
    const result = await answer
    outage?.worked()
    return result
  } catch (error) {
    if (error instanceof StripeUnavailable) outage?.failed(error)
    else outage?.worked()
    throw error
  }
}

async function loadClient(secretKey: string, apiUrl: string): Promise<Client> {
  const { default: Client } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Client(secretKey, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port && { port }),
    timeout: CALL_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
  })
}

/** One event that cannot be read must not hide all others. */
function tryToRead(event: StripeClient.Event, onUnread: (id: string) => void): News | undefined {
  try {
    return readNews(event)
  } catch {
    onUnread(event.id)
    return undefined
  }
}

/** The event, if one of our secrets signed these bytes within the last minutes. */
function verify(
  client: Client,
  { body, signature, secret }: { body: Buffer; signature: string | undefined; secret: string },
): unknown {
  try {
    return client.webhooks.constructEvent(body, signature ?? '', secret)
  } catch {
    return undefined
  }
}
