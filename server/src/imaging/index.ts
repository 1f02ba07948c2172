export { inspectImage, type Picture, UnusablePicture } from './inspect-image.ts'
