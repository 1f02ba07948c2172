export { inspectImage, type Picture } from './inspect-image.ts'
export { inspectVideo, type Video } from './inspect-video.ts'
export {
  type Cleaner,
  type CleanerOptions,
  CleanerUnavailable,
  type CleanPicture,
  openCleaner,
} from './open-cleaner.ts'
export { readOriginMark } from './read-origin-mark.ts'
export { UnusablePicture } from './unusable-picture.ts'
