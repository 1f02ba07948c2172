import type { Cep, Topic } from '../ceps.ts'
import { exampleId } from '../ids.ts'
import type { Media } from '../media.ts'
import type { Photo } from '../photos.ts'
import type { Character, Product } from '../products.ts'

/**
 * One story for all examples: somebody sells an enamel mug, and shows it with Mia, who runs through the
 * winter. The reference puts the true address in place of this one.
 */
export const EXAMPLE_URL = 'https://atelier.example'

const serve = `${EXAMPLE_URL}/api/photos/serve`

export const ids = {
  picture: exampleId('media'),
  film: 'med_7nTqE2wSj5LxVb9GzKc1Rf',
  mug: exampleId('product'),
  mugPhoto: exampleId('photo'),
  mia: exampleId('character'),
  miaPhoto: 'pho_6hJdW8xQm3ZtYk0VrNp5Lc',
  cep: exampleId('cep'),
  winter: exampleId('topic'),
  upload: exampleId('asset'),
  key: exampleId('key'),
  user: exampleId('user'),
  report: exampleId('report'),
  history: exampleId('history'),
  pattern: exampleId('pattern'),
  note: exampleId('note'),
}

export const at = (clock: string): string => `2026-11-14T${clock}.000Z`

export const mugPhoto: Photo = {
  id: ids.mugPhoto,
  label: 'front',
  url: `${serve}/uploads/${ids.mugPhoto}.jpg`,
  isPrimary: true,
}

export const miaPhoto: Photo = {
  id: ids.miaPhoto,
  label: 'after a run',
  url: `${serve}/uploads/${ids.miaPhoto}.jpg`,
  isPrimary: true,
}

export const mug: Product = {
  id: ids.mug,
  name: 'Enamel mug',
  mediaCount: 1,
  referencePhotoCount: 1,
  primaryPhotoUrl: mugPhoto.url,
  createdAt: at('11:50:00'),
  updatedAt: at('11:50:00'),
}

export const mia: Character = {
  id: ids.mia,
  name: 'Mia',
  description: 'Runs before work, in every weather',
  photoCount: 1,
  createdAt: at('11:52:00'),
}

export const cep: Cep = {
  id: ids.cep,
  cepText: 'Hands are stiff with cold after a winter run',
  painPoint: 'cold hands',
  angle: 'warmth to hold',
  notes: null,
  status: 'active',
  productId: ids.mug,
  topicId: null,
  createdAt: at('11:55:00'),
}

export const winter: Topic = {
  id: ids.winter,
  name: 'Winter',
  description: 'What people lack when it is cold',
  cepCount: 0,
  createdAt: at('11:56:00'),
}

export const picturePrompt = 'Mia warms her hands on the mug from the photo, snow behind her, early light'

/** The picture of the story, finished. */
export const picture: Media = {
  id: ids.picture,
  status: 'completed',
  prompt: picturePrompt,
  mediaType: 'IMAGE',
  creditsCost: 400,
  videoUrl: `${serve}/generated/${ids.picture}.png`,
  thumbnailUrl: `${serve}/thumbnails/${ids.picture}.jpg`,
  durationSeconds: 0,
  errorMessage: null,
  refundedAt: null,
  createdAt: at('12:00:00'),
  completedAt: at('12:00:24'),
  resolution: 'SD',
  orientation: 'portrait',
  inputs: [
    { photoReferenceId: ids.mugPhoto, fileUrl: mugPhoto.url, label: 'front', order: 0 },
    { photoReferenceId: ids.miaPhoto, fileUrl: miaPhoto.url, label: 'after a run', order: 1 },
  ],
  waiting: false,
  progress: 100,
  pollAfterSeconds: null,
  nextAction: 'use_videoUrl',
  message: 'Completed for 400 credits. The file is at videoUrl, its permanent URL.',
  charged: 'charged',
  creditsRefunded: 0,
  errorCode: null,
  clientRef: 'winter-mug-1',
  productId: ids.mug,
  characterId: ids.mia,
  cepId: ids.cep,
  angle: cep.angle,
  hook: null,
  promptFingerprint: '13f9a91926d74564486d1344931ff1a210400abe24e75c932efa0ef0366cf53e',
  model: 'simulator/ok',
  parentId: null,
  droppedReferences: [],
  outputs: [
    {
      id: ids.picture,
      videoUrl: `${serve}/generated/${ids.picture}.png`,
      thumbnailUrl: `${serve}/thumbnails/${ids.picture}.jpg`,
    },
  ],
  test: false,
}

/** A job that was cancelled before it was rendered. */
export const cancelled: Media = {
  ...picture,
  status: 'failed',
  videoUrl: null,
  thumbnailUrl: null,
  completedAt: null,
  errorMessage: 'cancelled',
  errorCode: 'cancelled',
  refundedAt: at('12:00:05'),
  creditsRefunded: 400,
  progress: null,
  nextAction: 'retry',
  message:
    'Cancelled before rendering started. The 400 credits were refunded. ' +
    'Submit again with a new clientRef if you still need it.',
  charged: 'refunded',
  outputs: [],
}
