import { z } from 'zod'
import { Credits, CreditsQuery, LedgerCheck } from '../credits.ts'
import { Download, DownloadQuery } from '../downloads.ts'
import { idParams } from '../ids.ts'
import { Media } from '../media.ts'
import { ImageList, ImagesQuery, MediaList, MediaQuery } from '../media-lists.ts'
import { QuotasAnswer } from '../quotas.ts'
import { message } from '../text.ts'
import { type Endpoint, json, reads, writes } from './endpoint.ts'

export const media = {
  pollMedia: {
    ...reads,
    path: '/api/gen/media/{id}',
    chapter: 'Media',
    summary: 'Poll a job: its status, cost and next action',
    params: idParams('media'),
    answer: json(200, 'The media', Media),
    refusals: ['not_found', 'erased'],
  },
  listMedia: {
    ...reads,
    path: '/api/gen/media',
    chapter: 'Media',
    summary: 'List your media, newest first',
    query: MediaQuery,
    answer: json(200, 'One page of media', MediaList),
    refusals: ['invalid_request', 'wrong_id_kind'],
  },
  listImages: {
    ...reads,
    path: '/api/gen/image',
    chapter: 'Media',
    summary: 'List your images, newest first, with the file in imageUrl',
    query: ImagesQuery,
    answer: json(200, 'One page of images', ImageList),
    refusals: ['invalid_request', 'wrong_id_kind'],
  },
  cancelMedia: {
    ...writes,
    method: 'DELETE',
    path: '/api/gen/media/{id}',
    chapter: 'Media',
    summary: 'Cancel a queued job; its credits are refunded',
    params: idParams('media'),
    answer: json(
      200,
      'The cancelled media, refunded',
      z.object({ media: Media.describe('The cancelled job'), message }),
    ),
    refusals: ['not_found', 'not_cancellable', 'erased'],
  },
  downloadMedia: {
    ...reads,
    path: '/api/gen/media/{id}/download',
    chapter: 'Media',
    summary: 'Read the download URL and what an upload to the advertising platform needs',
    params: idParams('media'),
    query: DownloadQuery,
    answer: json(200, 'The download URL and the upload kit', Download),
    also: { 302: 'With redirect=1: a redirect to the file' },
    refusals: ['invalid_request', 'not_found', 'media_not_completed', 'file_removed', 'erased'],
  },
  readCredits: {
    ...reads,
    path: '/api/gen/credits',
    chapter: 'Credits',
    summary: 'Read the balance and the transactions, newest first',
    query: CreditsQuery,
    answer: json(200, 'The balance and one page of transactions', Credits),
    refusals: ['invalid_request'],
  },
  readQuotas: {
    ...reads,
    path: '/api/gen/quotas',
    chapter: 'Credits',
    summary: 'Read how much you store and how much you may store',
    answer: json(200, 'What is used and what is allowed', QuotasAnswer),
  },
  verifyCredits: {
    ...reads,
    path: '/api/gen/credits/verify',
    heavy: true,
    chapter: 'Credits',
    summary: 'Verify the hash chain of your transactions',
    answer: json(200, 'Whether every transaction is unchanged', LedgerCheck),
  },
} as const satisfies Record<string, Endpoint>
