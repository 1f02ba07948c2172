import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashKeys } from '../core/random.ts'
import type { StripeEvent } from './account.ts'

/** How events go wrong on their way. Shares are in percent of all events. */
export type DeliveryFaults = {
  /** Sent more than once. */
  duplicate: number
  /** Held back for up to `reorderMs`, so that others come first. */
  reorder: number
  reorderMs: number
  /** Never sent; only the list of events has them. */
  drop: number
  /** Forged ones beside the real ones. */
  forge: number
  /** The whole endpoint is told nothing while this is false. */
  isOn: boolean
}

const noFaults: DeliveryFaults = {
  duplicate: 0,
  reorder: 0,
  reorderMs: 0,
  drop: 0,
  forge: 0,
  isOn: true,
}

/** `forgedAccepted` must stay 0. */
const noCounts = {
  sent: 0,
  accepted: 0,
  retried: 0,
  duplicated: 0,
  held: 0,
  dropped: 0,
  forged: 0,
  forgedAccepted: 0,
  waiting: 0,
}
export type DeliveryCounts = typeof noCounts

/** The real one waits for hours, too; a test does not. */
const RETRY_MS = [100, 200, 400, 800, 1_600, 3_000]
const TRIES_MAX = 60
const SIDE_BY_SIDE = 24
const TIMEOUT_MS = 10_000
/** The tolerance of the signature is 5 minutes. */
const STALE_SECONDS = 600

export type Target = { url: string; secret: string; seed: number }

const signatureOf = (body: string, secret: string, at: number): string =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`

/** Sends events to the endpoint until each is answered with 2xx, as Stripe does for three days. */
export class Delivery {
  readonly counts: DeliveryCounts = { ...noCounts }
  #faults = noFaults
  readonly #target: Target
  readonly #queue: (() => Promise<void>)[] = []
  #running = 0

  constructor(target: Target) {
    this.#target = target
  }

  change(wanted: Partial<DeliveryFaults>): void {
    this.#faults = { ...this.#faults, ...wanted }
  }

  deliver(event: StripeEvent): void {
    const { counts } = this
    const faults = this.#faults
    const body = JSON.stringify(event)
    if (this.#hits(event, 'forge', faults.forge)) this.#enqueue(() => this.#forge(event), 0)
    if (!faults.isOn || this.#hits(event, 'drop', faults.drop)) {
      counts.dropped++
      return
    }
    const isHeld = this.#hits(event, 'reorder', faults.reorder)
    if (isHeld) counts.held++
    this.#enqueue(() => this.#sendUntilAccepted(body), isHeld ? this.#delayOf(event, 'first') : 0)
    if (!this.#hits(event, 'duplicate', faults.duplicate)) return
    counts.duplicated++
    this.#enqueue(() => this.#sendUntilAccepted(body), this.#delayOf(event, 'again'))
  }

  #hits({ id }: StripeEvent, name: string, percent: number): boolean {
    return hashKeys(this.#target.seed, id, name) % 100 < percent
  }

  #delayOf({ id }: StripeEvent, name: string): number {
    return hashKeys(this.#target.seed, id, name) % Math.max(1, this.#faults.reorderMs)
  }

  async #post(body: string, signature: string): Promise<boolean> {
    this.counts.sent++
    try {
      const answer = await fetch(this.#target.url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json; charset=utf-8',
          'stripe-signature': signature,
          'user-agent': 'Stripe/1.0',
        },
        body,
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.arrayBuffer()
      return answer.ok
    } catch {
      return false
    }
  }

  async #sendUntilAccepted(body: string): Promise<void> {
    for (let attempt = 0; attempt < TRIES_MAX; attempt++) {
      if (await this.#post(body, signatureOf(body, this.#target.secret, now()))) {
        this.counts.accepted++
        return
      }
      this.counts.retried++
      await sleep(RETRY_MS[Math.min(attempt, RETRY_MS.length - 1)] as number)
    }
  }

  /** In one of the ways of who knows an id and a format, and not the secret. */
  async #forge(event: StripeEvent): Promise<void> {
    const { secret, seed } = this.#target
    const body = JSON.stringify({ ...event, id: `${event.id}_forged` })
    const at = now()
    const signatures = [
      signatureOf(body, 'whsec_of_another_account', at),
      signatureOf(JSON.stringify(event), secret, at),
      signatureOf(body, secret, at - STALE_SECONDS),
      `t=${at}`,
      '',
    ]
    this.counts.forged++
    const signature = signatures[hashKeys(seed, event.id) % signatures.length] as string
    if (await this.#post(body, signature)) this.counts.forgedAccepted++
  }

  #enqueue(job: () => Promise<void>, afterMs: number): void {
    this.counts.waiting++
    setTimeout(() => {
      this.#queue.push(job)
      if (this.#running < SIDE_BY_SIDE) void this.#work()
    }, afterMs)
  }

  async #work(): Promise<void> {
    this.#running++
    for (let next = this.#queue.shift(); next; next = this.#queue.shift()) {
      await next()
      this.counts.waiting--
    }
    this.#running--
  }
}

const now = (): number => Math.floor(Date.now() / 1000)
