import { drawPicture } from './draw-picture.ts'
import { filmScene } from './film-scene.ts'
import type { Job } from './job-at.ts'
import type { KeptFile } from './keep-files.ts'
import { loadPhotos } from './load-photos.ts'
import { pixelsOf } from './pixels-of.ts'

/** No photo is drawn larger than these shares of the long side: on the podium, and as a card. */
const FRAMED_SHARE = 0.6
const CARD_SHARE = 0.3

/** The same job and index always give the same bytes, as long as its references stay as they are. */
export async function makeFile(job: Job, index: number, workFolder: string): Promise<Omit<KeptFile, 'etag'>> {
  const { width, height } = pixelsOf(job, job.longSidePixels)
  const shareOf = (nth: number) => (job.kind === 'image' && nth === 0 ? FRAMED_SHARE : CARD_SHARE)
  const edgeOf = (nth: number) => Math.ceil(Math.max(width, height) * shareOf(nth))
  const photos = await loadPhotos(job.references, edgeOf, job.maskUrl)
  return job.kind === 'video'
    ? { contentType: 'video/mp4', bytes: await filmScene(job, photos, workFolder) }
    : { contentType: 'image/png', bytes: await drawPicture({ ...job, index }, photos) }
}
