import { queryDatabase } from '../driver/index.ts'

export type MediaRow = {
  id: string
  user_id: string
  mode: string
  kind: 'image' | 'video'
  parent_id: string | null
  status: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled'
  model: string
  /** Of an image. */
  size: '1:1' | '2:3' | '3:2' | null
  /** Of a video. */
  orientation: 'portrait' | 'landscape' | 'square' | null
  resolution: 'SD' | 'HD'
  duration_seconds: number
  n: number
  product_id: string | null
  character_id: string | null
  inputs: { photoReferenceId: string }[]
  dropped: unknown[]
  client_ref: string | null
  client_ref_bound: boolean
  cost_credits: number
  refunded_credits: number
  refunded_at: Date | null
  deadline_at: Date
  error_code: string | null
  object_key: string | null
  content_type: string | null
  codec: string | null
  size_bytes: number | null
  sha256: Buffer | null
  width: number | null
  height: number | null
  thumbnail_key: string | null
  thumbnail_bytes: number | null
  erased_at: Date | null
  prompt: string
}

export type EntryRow = {
  id: string
  user_id: string
  mode: string
  seq: number
  amount: number
  balance_after: number
  kind: string
  reason: string
  ref_type: string
  ref_id: string
  reverses: string | null
  tx_hash: Buffer
  seal: Buffer
  created_at: Date
}

export type AccountRow = {
  user_id: string
  mode: string
  balance: number
  seq: number
  head_hash: Buffer
  head_seal: Buffer
}

export type SubmitRow = {
  media_id: string
  part: number
  try: number
  provider: string
  state: string
  provider_job_id: string | null
  expected_cost_micros: number | null
  reported_cost_micros: number | null
}

export type PhotoRow = {
  id: string
  user_id: string
  kind: 'product' | 'character' | 'external_url' | 'upload'
  source_url: string | null
  object_key: string | null
  content_type: string | null
  size_bytes: number | null
  sha256: Buffer | null
  erased_at: Date | null
}

/** A product with its own count of media. */
export type ProductRow = { id: string; user_id: string; media_count: number }

export type AttachmentRow = { product_id: string; media_id: string }

/** What was erased; `done_at` is when its bytes were gone. */
export type ErasureRow = {
  id: string
  subject_id: string
  done_at: Date | null
  swept_at: Date | null
}

/** All rows that checks need, read at one moment. */
export type DatabaseRows = {
  /** Ids of users by their e-mail address. */
  users: Map<string, string>
  media: Map<string, MediaRow>
  /** The siblings of a job, by its id. */
  siblings: Map<string, MediaRow[]>
  entries: EntryRow[]
  /** The entries of a media, by its id. */
  entriesOf: Map<string, EntryRow[]>
  accounts: AccountRow[]
  submitsOf: Map<string, SubmitRow[]>
  photos: Map<string, PhotoRow>
  products: Map<string, ProductRow>
  attachments: AttachmentRow[]
  erasures: ErasureRow[]
}

export function readDatabaseRows(databaseUrl: string): Promise<DatabaseRows> {
  return queryDatabase(databaseUrl, async (query) => {
    const users = await query<{ id: string; email: string }>('select id, email from users')
    const media = await query<MediaRow>('select * from media order by created_at, id')
    const entries = await query<EntryRow>('select * from ledger_entries order by user_id, mode, seq')
    const accounts = await query<AccountRow>('select * from credit_accounts')
    const submits = await query<SubmitRow>('select * from provider_submits order by media_id, try')
    const photos = await query<PhotoRow>('select * from photos')
    const products = await query<ProductRow>('select * from products')
    const attachments = await query<AttachmentRow>('select * from attachments')
    const erasures = await query<ErasureRow>('select id, subject_id, done_at, swept_at from erasures')
    return {
      users: new Map(users.map(({ id, email }) => [email, id])),
      media: new Map(media.map((row) => [row.id, row])),
      siblings: Map.groupBy(
        media.filter((row) => row.parent_id !== null),
        (row) => row.parent_id as string,
      ),
      entries,
      entriesOf: Map.groupBy(entries, (entry) => entry.ref_id),
      accounts,
      submitsOf: Map.groupBy(submits, (row) => row.media_id),
      photos: new Map(photos.map((row) => [row.id, row])),
      products: new Map(products.map((row) => [row.id, row])),
      attachments,
      erasures,
    }
  })
}
