import type { AuditEvent } from '../audit.ts'
import type { Cep, Topic } from '../ceps.ts'
import { exampleId } from '../ids.ts'
import type { Media } from '../media.ts'
import type { Photo } from '../photos.ts'
import type { Character, Product } from '../products.ts'

/**
 * All examples share these records: a shop sells an enamel mug and shows it with the character Mia. The
 * reference replaces this URL with that of the deployment.
 */
export const EXAMPLE_URL = 'https://atelier.example'

const serve = `${EXAMPLE_URL}/api/photos/serve`

export const ids = {
  image: exampleId('media'),
  video: 'med_7nTqE2wSj5LxVb9GzKc1Rf',
  product: exampleId('product'),
  productPhoto: exampleId('photo'),
  character: exampleId('character'),
  characterPhoto: 'pho_6hJdW8xQm3ZtYk0VrNp5Lc',
  cep: exampleId('cep'),
  winterTopic: exampleId('topic'),
  upload: exampleId('asset'),
  key: exampleId('key'),
  user: exampleId('user'),
  invitation: exampleId('invitation'),
  report: exampleId('report'),
  history: exampleId('history'),
  pattern: exampleId('pattern'),
  note: exampleId('note'),
}

export const at = (clock: string): string => `2026-11-14T${clock}.000Z`

export const productPhoto: Photo = {
  id: ids.productPhoto,
  label: 'front',
  url: `${serve}/uploads/${ids.productPhoto}.jpg`,
  isPrimary: true,
}

export const characterPhoto: Photo = {
  id: ids.characterPhoto,
  label: 'after a run',
  url: `${serve}/uploads/${ids.characterPhoto}.jpg`,
  isPrimary: true,
}

export const product: Product = {
  id: ids.product,
  name: 'Enamel mug',
  mediaCount: 1,
  referencePhotoCount: 1,
  primaryPhotoUrl: productPhoto.url,
  createdAt: at('11:50:00'),
  updatedAt: at('11:50:00'),
}

export const character: Character = {
  id: ids.character,
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
  keywords: ['winter sports', 'warm hands', 'kalte Finger'],
  status: 'active',
  productId: ids.product,
  topicId: null,
  createdAt: at('11:55:00'),
}

/** The owner reads it in the audit, and so does an admin. */
export const keyRevoked: AuditEvent = {
  id: exampleId('event'),
  action: 'key.revoked',
  actor: { kind: 'session', id: ids.user },
  subjectId: ids.key,
  changes: {},
  createdAt: at('13:00:00'),
}

export const winterTopic: Topic = {
  id: ids.winterTopic,
  name: 'Winter',
  description: 'What people lack when it is cold',
  cepCount: 0,
  createdAt: at('11:56:00'),
}

export const imagePrompt = 'Mia warms her hands on the mug from the photo, snow behind her, early light'

export const completedImage: Media = {
  id: ids.image,
  status: 'completed',
  prompt: imagePrompt,
  mediaType: 'IMAGE',
  creditsCost: 400,
  videoUrl: `${serve}/generated/${ids.image}.png`,
  thumbnailUrl: `${serve}/thumbnails/${ids.image}.jpg`,
  durationSeconds: 0,
  errorMessage: null,
  refundedAt: null,
  createdAt: at('12:00:00'),
  completedAt: at('12:00:24'),
  resolution: 'SD',
  orientation: 'portrait',
  inputs: [
    { photoReferenceId: ids.productPhoto, fileUrl: productPhoto.url, label: 'front', order: 0 },
    { photoReferenceId: ids.characterPhoto, fileUrl: characterPhoto.url, label: 'after a run', order: 1 },
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
  productId: ids.product,
  characterId: ids.character,
  cepId: ids.cep,
  angle: cep.angle,
  hook: null,
  promptFingerprint: '13f9a91926d74564486d1344931ff1a210400abe24e75c932efa0ef0366cf53e',
  model: 'simulator/ok',
  parentId: null,
  droppedReferences: [],
  outputs: [
    {
      id: ids.image,
      videoUrl: `${serve}/generated/${ids.image}.png`,
      thumbnailUrl: `${serve}/thumbnails/${ids.image}.jpg`,
    },
  ],
  test: false,
}

export const cancelledImage: Media = {
  ...completedImage,
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

export const saidInNote = {
  id: ids.note,
  text: 'Close-ups of hands work in winter',
  keywords: ['cold season', 'detail shots', 'Nahaufnahme'],
}
