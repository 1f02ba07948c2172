import { z } from 'zod'
import { Credits, CreditsQuery, LedgerVerdict } from '../credits.ts'
import { Download, DownloadQuery } from '../downloads.ts'
import { idParams } from '../ids.ts'
import { Media } from '../media.ts'
import { ImageList, ImagesQuery, MediaList, MediaQuery } from '../media-lists.ts'
import { message } from '../text.ts'
import { type Endpoint, json, reads, writes } from './endpoint.ts'

export const media = {
  pollMedia: {
    ...reads,
    path: '/api/gen/media/{id}',
    chapter: 'Media',
    summary: 'How a job stands, what it cost and what to do next',
    params: idParams('media'),
    answer: json(200, 'The media', Media),
    refusals: ['not_found'],
  },
  listMedia: {
    ...reads,
    path: '/api/gen/media',
    chapter: 'Media',
    summary: 'Your media, newest first',
    query: MediaQuery,
    answer: json(200, 'One page of media', MediaList),
    refusals: ['invalid_request', 'wrong_id_kind'],
  },
  listImages: {
    ...reads,
    path: '/api/gen/image',
    chapter: 'Media',
    summary: 'Your images, newest first, with the file under imageUrl',
    query: ImagesQuery,
    answer: json(200, 'One page of images', ImageList),
    refusals: ['invalid_request', 'wrong_id_kind'],
  },
  cancelMedia: {
    ...writes,
    method: 'DELETE',
    path: '/api/gen/media/{id}',
    chapter: 'Media',
    summary: 'Cancel a job that is still queued; its credits come back',
    params: idParams('media'),
    answer: json(200, 'The media, failed and refunded', z.object({ media: Media, message })),
    refusals: ['not_found', 'not_cancellable'],
  },
  downloadMedia: {
    ...reads,
    path: '/api/gen/media/{id}/download',
    chapter: 'Media',
    summary: 'An address that downloads the file, and what an upload call wants to know of it',
    params: idParams('media'),
    query: DownloadQuery,
    answer: json(200, 'The address and the upload kit', Download),
    also: { 302: 'With redirect=1: go to the address' },
    refusals: ['invalid_request', 'not_found', 'media_not_completed', 'file_removed'],
  },
  readCredits: {
    ...reads,
    path: '/api/gen/credits',
    chapter: 'Credits',
    summary: 'The balance and every movement behind it, newest first',
    query: CreditsQuery,
    answer: json(200, 'The balance and one page of transactions', Credits),
    refusals: ['invalid_request'],
  },
  verifyCredits: {
    ...reads,
    path: '/api/gen/credits/verify',
    chapter: 'Credits',
    summary: 'Recompute your whole chain of transactions',
    answer: json(200, 'Whether every entry is as it was written', LedgerVerdict),
  },
} as const satisfies Record<string, Endpoint>
