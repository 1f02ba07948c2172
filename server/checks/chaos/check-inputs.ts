import type { Client } from './create-clients.ts'
import type { Findings } from './keep-findings.ts'
import type { Ingredients, OrderPlan } from './plan-orders.ts'
import type { ProviderLog } from './read-provider-log.ts'
import type { MediaRow, PhotoRow, Truth } from './read-truth.ts'
import { NOWHERE } from './write-request.ts'

const INPUTS_MAX = 5

export type Asked = { orders: OrderPlan[]; clients: Client[]; baseUrl: string }

/** Every job is what was asked for, from what was named, in that order, and its provider got just that. */
export function checkInputs(truth: Truth, asked: Asked, log: ProviderLog, findings: Findings): void {
  const orders = new Map(asked.orders.map((order) => [order.clientRef, order]))
  const sent = new Set(log.submits.map((submit) => submit.reference))
  for (const media of truth.media.values()) {
    const job = truth.media.get(media.parent_id ?? media.id)
    const order = orders.get(job?.client_ref ?? '')
    const wrong = order ? describeInputs(media, order, asked.clients, truth) : 'was asked for by nobody'
    if (wrong) findings.add('wrongInputs', media.id, `${media.id} ${wrong}`)
    if (order?.ingredients.address) checkUnusable(media, truth, sent.has(media.id), findings)
    else if (media.error_code === 'reference_unusable')
      findings.add('needlessFailures', media.id, `${media.id} failed by references that are all ours`)
  }
  for (const { jobId, reference, references } of log.jobs) {
    const given = log.referenceUrls.get(jobId) ?? []
    const inputs = truth.media.get(reference)?.inputs ?? []
    const ours = inputs.map((input) => addressOf(truth.photos.get(input.photoReferenceId), asked.baseUrl))
    if (references === ours.length && given.join(' ') === ours.join(' ')) continue
    const got = `the provider got ${references} (${given.join(' ')})`
    findings.add('wrongReferences', jobId, `${reference}: ${got}, not ${ours.join(' ')}`)
  }
}

function describeInputs(
  media: MediaRow,
  order: OrderPlan,
  clients: Client[],
  truth: Truth,
): string | undefined {
  if (!isAsAsked(media, order)) return `is a ${media.kind} (${media.size ?? media.orientation})`
  const { own } = clients[order.user] as Client
  const inputs = media.inputs.map((input) => truth.photos.get(input.photoReferenceId))
  if (inputs.length > INPUTS_MAX || media.dropped.length > 0) return `has ${inputs.length} inputs`
  if (inputs.some((photo) => photo?.user_id !== media.user_id)) return 'names a photo that is not its own'
  const { product, character } = order.ingredients
  if (media.product_id !== (product ? own.productId : null)) return `is for ${media.product_id}`
  if (media.character_id !== (character ? own.characterId : null)) return `shows ${media.character_id}`
  const [first, ...more] = inputs
  if (order.make === 'form')
    return first?.kind === 'upload' && more.length === 0 ? undefined : 'is not made from its upload'
  if (order.ingredients.address)
    return first?.source_url === NOWHERE && more.length === 0 ? undefined : 'does not name its address'
  const wanted = listPlaces(order.ingredients).map((place) => own.album[place])
  const used = inputs.map((photo) => photo?.id)
  return used.join() === wanted.join() ? undefined : `is made from ${used.join()}, not ${wanted.join()}`
}

function isAsAsked(media: MediaRow, { make, model, fields }: OrderPlan): boolean {
  return (
    media.kind === (make === 'image' ? 'image' : 'video') &&
    media.model === model &&
    media.size === (fields.size ?? null) &&
    media.orientation === (fields.orientation ?? null) &&
    media.duration_seconds === (fields.durationSeconds ?? 0)
  )
}

/** Named ones first, then the product's, then the character's, each once. */
function listPlaces({ named = [], product, character }: Ingredients): number[] {
  const ofProduct = { 'primary photo': [0], 'second photo': [1], 'tag only': [] }
  const all = [...named, ...(product ? ofProduct[product] : []), ...(character ? [2, 3, 4] : [])]
  return [...new Set(all)].slice(0, INPUTS_MAX)
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

const addressOf = (photo: PhotoRow | undefined, baseUrl: string): string =>
  `${baseUrl}/api/photos/serve/uploads/${photo?.id}.${extensions[photo?.content_type ?? '']}`

/** An address that leads nowhere ends the job before a provider hears of it, unless its client was faster. */
function checkUnusable(media: MediaRow, truth: Truth, wasSent: boolean, findings: Findings): void {
  if (wasSent || truth.submitsOf.has(media.id))
    findings.add('wrongReferences', media.id, `${media.id} names an address that leads nowhere and was sent`)
  const right =
    media.status === 'failed' && ['reference_unusable', 'cancelled'].includes(media.error_code ?? '')
  if (right) return
  const how = `${media.status}, ${media.error_code}`
  findings.add('wrongReferences', media.id, `${media.id} names an address that leads nowhere and is ${how}`)
}
