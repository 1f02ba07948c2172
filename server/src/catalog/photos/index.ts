export { addPhoto, type FindImage } from './add-photo.ts'
export { deactivatePhoto } from './deactivate-photo.ts'
export { deleteAsset, removeDeletedAssets } from './delete-asset.ts'
export { eraseAsset, eraseAssetsOfUser, findAssetOwner } from './erase-assets.ts'
export {
  type ErasedPhotos,
  eraseHiddenPhotos,
  erasePhoto,
  erasePhotosMadeFrom,
  erasePhotosOf,
  erasePhotosOfUser,
  findPhotoOwner,
  hasErasedPhoto,
  listDeletedPhotos,
} from './erase-photos.ts'
export { fetchHiddenPhoto } from './fetch-hidden-photo.ts'
export { openAsset } from './find-asset.ts'
export { findKeptUploads, listFilesOfPhotos, listFilesOfUploads } from './find-kept-uploads.ts'
export { findPhotos } from './find-photos.ts'
export { type HiddenPhoto, insertHiddenPhoto } from './insert-hidden-photo.ts'
export { listAssets } from './list-assets.ts'
export { listOldestPhotos, listPhotos } from './list-photos.ts'
export { loadUpload } from './load-upload.ts'
export type { PhotoRow } from './photo-row.ts'
export type { PhotoSubject } from './photo-subject.ts'
export { fileNameOf, photoUrl } from './photo-url.ts'
export { readPhotoForm, readPhotoRequest } from './read-photo-request.ts'
export { refuseUnusable } from './refuse-unusable.ts'
export { type PreparedPicture, preparePicture } from './store-picture.ts'
export { discardObject } from './store-within-quota.ts'
export { countPhotos, type PhotoSummary, summarizePhotos } from './summarize-photos.ts'
export { uploadAsset, uploadByTicket } from './upload-asset.ts'
export { loadTicketCaller, newUploadTicket, readTicket } from './upload-ticket.ts'
