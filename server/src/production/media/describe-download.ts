import type { Download, Placement } from '@atelier/contract'
import { isIdOf, placements } from '@atelier/contract'
import type { Caller } from '#access/identity'
import type { App } from '#platform/app'
import { erased } from '#platform/refusal'
import { fileRemoved, mediaNotFound, notCompleted } from './media-refusals.ts'
import { extensions, type MediaRow } from './media-row.ts'
import { fileUrlsOf } from './present-media.ts'
import { describeNoRenditions, describeRenditions, hasRatio } from './renditions.ts'

type FileRow = Pick<
  MediaRow,
  'id' | 'kind' | 'status' | 'content_type' | 'duration_seconds' | 'removed_at' | 'erased_at'
> & {
  size_bytes: number
  hash: string
  md5: string
  width: number
  height: number
  codec: string | null
  ai_origin_mark: boolean | null
}

/** The download URL of a file, and the properties that the upload API of an ad platform asks for. */
export async function describeDownload(app: App, caller: Caller, id: string): Promise<Download> {
  const { userId, mode } = caller.owner
  const row = isIdOf('media', id)
    ? await app.db.row<FileRow>(
        `select id, kind, status, content_type, size_bytes, encode(sha256, 'hex') as hash,
           encode(md5, 'hex') as md5, width, height, codec, duration_seconds, ai_origin_mark, erased_at,
           coalesce(removed_at, (select decided_at from file_removals r where r.media_id = media.id))
           as removed_at
         from media where id = $1 and user_id = $2 and mode = $3`,
        [id, userId, mode],
      )
    : undefined
  if (!row) throw mediaNotFound(id)
  if (row.erased_at) throw erased(row.erased_at)
  const urls = fileUrlsOf(row, app.config.publicUrl)
  if (!urls) throw notCompleted(row.status)
  if (row.removed_at) throw fileRemoved(row.removed_at)
  return {
    downloadUrl: `${urls.videoUrl}?download=1`,
    fileName: `${row.id}.${extensions[row.content_type ?? '']}`,
    contentType: row.content_type ?? '',
    sizeBytes: row.size_bytes,
    sha256: row.hash,
    expiresAt: null,
    uploadKit: {
      md5: row.md5,
      width: row.width,
      height: row.height,
      codec: row.codec,
      durationSeconds: row.duration_seconds,
      thumbnailUrl: urls.thumbnailUrl,
      placements: placementsOf(row.width, row.height),
      ...(row.kind === 'image'
        ? describeRenditions({ ...row, fileUrl: urls.videoUrl }, app.config.publicUrl)
        : describeNoRenditions()),
      aiOriginMark: row.ai_origin_mark,
    },
  }
}

export const placementsOf = (width: number, height: number): Placement[] =>
  (Object.keys(placements) as Placement[]).filter((name) => hasRatio({ width, height }, placements[name]))
