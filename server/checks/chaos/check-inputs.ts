import type { DatabaseRows, MediaRow, PhotoRow } from '../../harness/audit/index.ts'
import type { Findings } from './count-names.ts'
import type { Client } from './create-clients.ts'
import type { Ingredients, SubmitPlan } from './plan-submits.ts'
import { type ProviderLog, SIMULATOR } from './provider-log.ts'
import { NOWHERE } from './write-request.ts'

const INPUTS_MAX = 5

export type Asked = { submits: SubmitPlan[]; clients: Client[]; baseUrl: string }

/** Every job has the inputs that its submit names, in that order, and its provider got exactly these. */
export function checkInputs(
  database: DatabaseRows,
  asked: Asked,
  log: ProviderLog,
  findings: Findings,
): void {
  const submits = new Map(asked.submits.map((submit) => [submit.clientRef, submit]))
  const sent = new Set(log.submits.map((submit) => submit.reference))
  for (const media of database.media.values()) {
    if (media.erased_at) continue
    const job = database.media.get(media.parent_id ?? media.id)
    const submit = submits.get(job?.client_ref ?? '')
    const wrong = submit ? describeInputs(media, submit, asked.clients, database) : 'was never submitted'
    if (wrong) findings.add('wrongInputs', media.id, `${media.id} ${wrong}`)
    if (submit?.ingredients.address) checkUnusable(media, database, sent.has(media.id), findings)
    else if (media.error_code === 'reference_unusable')
      findings.add('needlessFailures', media.id, `${media.id} failed by references that are all stored`)
  }
  for (const { provider, jobId, reference, references } of log.jobs) {
    if (database.media.get(reference)?.erased_at) continue
    const given = log.referenceUrls.get(jobId) ?? []
    const inputs = database.media.get(reference)?.inputs ?? []
    const ours = inputs.map((input) => addressOf(database.photos.get(input.photoReferenceId), asked.baseUrl))
    // A double gets copies: a service on this machine is not public.
    const areSame = provider !== SIMULATOR || given.join(' ') === ours.join(' ')
    if (references === ours.length && areSame) continue
    const got = `the provider got ${references} (${given.join(' ')})`
    findings.add('wrongReferences', jobId, `${reference}: ${got}, not ${ours.join(' ')}`)
  }
}

function describeInputs(
  media: MediaRow,
  submit: SubmitPlan,
  clients: Client[],
  database: DatabaseRows,
): string | undefined {
  if (!isAsAsked(media, submit)) return `is a ${media.kind} (${media.size ?? media.orientation})`
  const { own } = clients[submit.user] as Client
  const inputs = media.inputs.map((input) => database.photos.get(input.photoReferenceId))
  if (inputs.length > INPUTS_MAX || media.dropped.length > 0) return `has ${inputs.length} inputs`
  if (inputs.some((photo) => photo?.user_id !== media.user_id)) return 'names a photo of another user'
  const { product, character } = submit.ingredients
  if (media.product_id !== (product ? own.productId : null)) return `is for ${media.product_id}`
  if (media.character_id !== (character ? own.characterId : null)) return `shows ${media.character_id}`
  const [first, ...more] = inputs
  if (submit.make === 'form')
    return first?.kind === 'upload' && more.length === 0 ? undefined : 'is not made from its upload'
  if (submit.ingredients.address)
    return first?.source_url === NOWHERE && more.length === 0 ? undefined : 'does not name its address'
  const wanted = listAlbumIndexes(submit.ingredients).map((index) => own.album[index])
  const used = inputs.map((photo) => photo?.id)
  return used.join() === wanted.join() ? undefined : `is made from ${used.join()}, not ${wanted.join()}`
}

function isAsAsked(media: MediaRow, { make, model, fields }: SubmitPlan): boolean {
  return (
    media.kind === (make === 'image' ? 'image' : 'video') &&
    media.model === model &&
    media.size === (fields.size ?? null) &&
    media.orientation === (fields.orientation ?? null) &&
    media.duration_seconds === (fields.durationSeconds ?? 0)
  )
}

/** Named ones first, then the product's, then the character's, each once. */
function listAlbumIndexes({ named = [], product, character }: Ingredients): number[] {
  const ofProduct = { 'primary photo': [0], 'second photo': [1], 'tag only': [] }
  const all = [...named, ...(product ? ofProduct[product] : []), ...(character ? [2, 3, 4] : [])]
  return [...new Set(all)].slice(0, INPUTS_MAX)
}

const extensions: Record<string, string> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' }

const addressOf = (photo: PhotoRow | undefined, baseUrl: string): string =>
  `${baseUrl}/api/photos/serve/uploads/${photo?.id}.${extensions[photo?.content_type ?? '']}`

/** An address that does not exist fails the job before it is sent, unless its client cancels it first. */
function checkUnusable(media: MediaRow, database: DatabaseRows, wasSent: boolean, findings: Findings): void {
  if (wasSent || database.submitsOf.has(media.id))
    findings.add('wrongReferences', media.id, `${media.id} names an address that does not exist and was sent`)
  const right =
    media.status === 'failed' && ['reference_unusable', 'cancelled'].includes(media.error_code ?? '')
  if (right) return
  const how = `${media.status}, ${media.error_code}`
  findings.add('wrongReferences', media.id, `${media.id} names an address that does not exist and is ${how}`)
}
