export { addToLibrary } from './add-to-library.ts'
export { archivePartitions } from './archive-partitions.ts'
export { attachMedia } from './attach-media.ts'
export { countByAge } from './count-by-age.ts'
export { countOpenJobs, neverBegun, type OpenJobs } from './count-open-jobs.ts'
export { countRunningAt } from './count-running-at.ts'
export { describeDownload } from './describe-download.ts'
export {
  type ErasedMedia,
  erasedRefOf,
  eraseInputTexts,
  eraseMedia,
  eraseMediaOfUser,
  findMediaOwner,
  isErased,
  listMediaOfJob,
  listOpenMedia,
} from './erase-media.ts'
export { extendPartitions } from './extend-partitions.ts'
export { findKeptFiles, findKeptRenditions } from './find-kept-files.ts'
export { findIngredients, findMedia } from './find-media.ts'
export { findMediaPage, listImages, listLatestMedia, listMedia } from './list-media.ts'
export {
  findNewestJobTime,
  listFilesOfJobs,
  type NamedFile,
  type NamedFiles,
} from './list-stored-files.ts'
export { findFinishedImage, loadFile, type StoredFile } from './load-file.ts'
export { loadMedia } from './load-media.ts'
export { loadRenditionSource, type RenditionSource } from './load-rendition-source.ts'
export { mediaBooks } from './media-books.ts'
export { mediaNotFound } from './media-refusals.ts'
export { type Input, isWaiting, type MediaRow, mediaColumns } from './media-row.ts'
export { pollAfterSeconds } from './present-media.ts'
export { presentWithSiblings } from './present-with-siblings.ts'
export { type RetentionProgress, removeOldFiles } from './remove-old-files.ts'
export { type Ended, endedColumns, type Settling, tellEnd } from './tell-end.ts'
