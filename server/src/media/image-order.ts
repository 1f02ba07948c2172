import { createHash } from 'node:crypto'
import { ImageBody, imagePrice } from '@atelier/contract'
import canonicalize from 'canonicalize'
import type { Providers } from '#providers'
import { invalidField, Refusal } from '#refusal'

/** What somebody asked for, checked and complete: the price and the fingerprint follow from it. */
export type Order = {
  kind: 'image'
  prompt: string
  size: '1:1' | '2:3' | '3:2'
  n: 1 | 2 | 4
  provider: string
  model: string
  clientRef: string | null
  costCredits: number
  /** Two requests with one clientRef are the same when this is. */
  bodyHash: Buffer
  ignoredFields: string[]
}

export function readImageOrder(body: unknown, providers: Providers): Order {
  const parsed = ImageBody.safeParse(body)
  if (!parsed.success) throw invalidField(parsed.error.issues, 'body')
  const { clientRef = null, model = providers.defaultModel, ...fields } = parsed.data
  const provider = providers.of(model)
  if (!provider) {
    const offered = providers.models.map((one) => one.id).join(', ')
    throw new Refusal('invalid_request', `model: not offered here. Offered: ${offered}.`, { field: 'model' })
  }
  const known = { kind: 'image' as const, ...fields, model }
  return {
    ...known,
    provider: provider.name,
    clientRef,
    costCredits: imagePrice(fields.n),
    bodyHash: createHash('sha256')
      .update(canonicalize(known) ?? '')
      .digest(),
    ignoredFields: Object.keys(body as object).filter((key) => !(key in ImageBody.shape)),
  }
}
