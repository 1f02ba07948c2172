import type { KeptFile } from './file-cache.ts'
import { loadPhotos } from './load-reference-images.ts'
import { pixelsOf } from './pixel-size.ts'
import { drawPicture } from './render-picture.ts'
import { filmScene } from './render-video.ts'
import type { Job } from './view-job.ts'

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
