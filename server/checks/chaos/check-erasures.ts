import { createHash } from 'node:crypto'
import type { DatabaseRows, MediaRow, PhotoRow } from '../../harness/audit/index.ts'
import { runParallel } from '../../harness/driver/index.ts'
import type { Sources } from './check-files.ts'
import type { Findings } from './count-names.ts'
import type { SubmitPlan } from './plan-submits.ts'
import type { ClientLog } from './run-load.ts'

const PARALLEL = 6
const GONE = 410

type Report = (key: string, sentence: string) => void

/**
 * The row of an erased job keeps a digest of its clientRef. It gets its clientRef back here, so that the
 * other checks find the submit that it belongs to.
 */
export function nameErased(database: DatabaseRows, submits: SubmitPlan[], emails: string[]): void {
  const refs = submits.map(({ user, clientRef }) => {
    const words = `${database.users.get(emails[user] ?? '')}\n${clientRef}`
    return [`erased:${createHash('sha256').update(words).digest('hex')}`, clientRef] as const
  })
  const refOf = new Map<string, string>(refs)
  for (const media of database.media.values()) {
    if (media.erased_at && media.client_ref)
      media.client_ref = refOf.get(media.client_ref) ?? media.client_ref
  }
}

/**
 * What owners erased is gone: its texts, its bytes in every folder, and its addresses. Nothing else is
 * erased. The ledger is compared elsewhere, with the rows of erased media like with all others.
 */
export async function checkErasures(
  database: DatabaseRows,
  { clientLog, sources }: { clientLog: ClientLog; sources: Sources },
  findings: Findings,
): Promise<void> {
  const report: Report = (key, sentence) => findings.add('wrongErasures', key, sentence)
  checkWanted(database, clientLog, report)
  for (const { id, subject_id, done_at, swept_at } of database.erasures) {
    if (!done_at) report(subject_id, `the erasure ${id} of ${subject_id} was never completed`)
    else if (!swept_at) report(subject_id, `the erasure ${id} of ${subject_id} was not swept later`)
  }
  const keys = await sources.storage.listKeys()
  const erased = [...database.media.values()].filter((media) => media.erased_at)
  for (const media of erased) checkGone(media, keys, report)
  checkPhotos(database, new Set(keys), report)
  await runParallel(PARALLEL, erased, (media) => checkAddresses(media, sources.baseUrl, report))
}

/** A job is erased with all of its files; a file alone. */
function checkWanted(database: DatabaseRows, { erased }: ClientLog, report: Report): void {
  const statusOf = new Map(erased.map(({ mediaId, status }) => [mediaId, status]))
  for (const { mediaId, status, code } of erased)
    if (status !== 201 && status !== 0) report(mediaId, `erasing ${mediaId} got ${status} ${code}`)
  for (const { id, parent_id, erased_at, prompt, inputs } of database.media.values()) {
    const status = statusOf.get(id) ?? statusOf.get(parent_id ?? '')
    if (status === 201 && !erased_at) report(id, `${id} was erased for its owner, and is not`)
    if (status === undefined && erased_at) report(id, `${id} is erased, and no owner asked for it`)
    if (erased_at && (prompt !== '' || inputs.length > 0)) report(id, `${id} is erased and has its texts`)
  }
}

function checkGone(media: MediaRow, keys: string[], report: Report): void {
  const isOfFile = (key: string) => key === media.object_key || key === media.thumbnail_key
  const isOfJob = (key: string) => media.parent_id === null && key.split('/')[1] === media.id
  for (const key of keys)
    if (isOfFile(key) || isOfJob(key)) report(media.id, `${media.id} is erased, and ${key} is still stored`)
}

/** Files of forms and fetched pictures go with their job; photos of products and characters stay. */
function checkPhotos(database: DatabaseRows, keys: Set<string>, report: Report): void {
  const named = new Set(
    [...database.media.values()].flatMap(({ inputs }) => inputs.map((input) => input.photoReferenceId)),
  )
  const isLost = ({ id, kind }: PhotoRow) => named.has(id) || kind === 'product' || kind === 'character'
  for (const photo of database.photos.values()) {
    if (!photo.erased_at) continue
    if (isLost(photo)) report(photo.id, `${photo.id} (${photo.kind}) is erased, and nobody asked for it`)
    if (keys.has(photo.object_key ?? '')) report(photo.id, `${photo.id} is erased, and its file is stored`)
  }
}

async function checkAddresses(media: MediaRow, baseUrl: string, report: Report): Promise<void> {
  if (media.status !== 'completed') return
  const file = `${media.id}.${media.kind === 'video' ? 'mp4' : 'png'}`
  const renditions = media.kind === 'video' ? [] : [`renditions/${media.id}-vertical-crop.jpg`]
  for (const path of [`generated/${file}`, `thumbnails/${media.id}.jpg`, ...renditions]) {
    const url = `${baseUrl}/api/photos/serve/${path}`
    const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) })
    await answer.body?.cancel()
    if (answer.status !== GONE)
      report(`${media.id} ${path}`, `${path} is erased and answered ${answer.status}`)
  }
}
