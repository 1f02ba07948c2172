import type { Route } from '#http'
import { hearCallback } from './cb.post.ts'
import { readCredits } from './gen-credits.get.ts'
import { verifyCredits } from './gen-credits-verify.get.ts'
import { listImages } from './gen-image.get.ts'
import { submitImage } from './gen-image.post.ts'
import { listMedia } from './gen-media.get.ts'
import { pollMedia } from './gen-media-id.get.ts'
import { readHealth } from './health.get.ts'
import { readOpenapi } from './openapi.get.ts'
import { serveGenerated, serveThumbnail } from './photos-serve.get.ts'
import { readVersion } from './version.get.ts'

/** Everything that can be called. */
export const routes: Route[] = [
  submitImage,
  listImages,
  listMedia,
  pollMedia,
  readCredits,
  verifyCredits,
  serveGenerated,
  serveThumbnail,
  hearCallback,
  readHealth,
  readVersion,
  readOpenapi,
]
