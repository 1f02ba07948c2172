import { loadReferenceImages } from './load-reference-images.ts'
import { pixelSize } from './pixel-size.ts'
import { renderPicture } from './render-picture.ts'
import { renderVideo } from './render-video.ts'
import type { RenderedFile } from './rendered-file.ts'
import type { Job } from './view-job.ts'

/** The largest size of a reference image on the podium and on a card, as a share of the long side. */
const FRAMED_SHARE = 0.6
const CARD_SHARE = 0.3

/** The same job and index always give the same bytes, as long as its references do not change. */
export async function renderFile(
  job: Job,
  index: number,
  workFolder: string,
): Promise<Omit<RenderedFile, 'etag'>> {
  const { width, height } = pixelSize(job, job.longSidePixels)
  const shareOf = (nth: number) => (job.kind === 'image' && nth === 0 ? FRAMED_SHARE : CARD_SHARE)
  const edgeOf = (nth: number) => Math.ceil(Math.max(width, height) * shareOf(nth))
  const images = await loadReferenceImages(job.references, edgeOf, job.maskUrl)
  return job.kind === 'video'
    ? { contentType: 'video/mp4', bytes: await renderVideo(job, images, workFolder) }
    : { contentType: 'image/png', bytes: await renderPicture({ ...job, index }, images) }
}
