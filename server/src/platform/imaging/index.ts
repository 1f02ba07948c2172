export { checkMask } from './check-mask.ts'
export { CleanerUnavailable } from './cleaner-unavailable.ts'
export { inspectImage, type Picture } from './inspect-image.ts'
export { cleanOnePicture, findBrokenPrograms } from './inspect-programs.ts'
export { inspectVideo, VIDEOS_AT_ONCE, type Video } from './inspect-video.ts'
export {
  type Cleaner,
  type CleanerOptions,
  type CleanPicture,
  openCleaner,
} from './open-cleaner.ts'
export { openRenderer, type Render, type Renderer } from './open-renderer.ts'
export { readOriginMark } from './read-origin-mark.ts'
export { UnusablePicture } from './unusable-picture.ts'
export { whitenMask } from './whiten-mask.ts'
