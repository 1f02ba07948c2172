import { SubmitAnswer } from '../media.ts'
import { ModelList } from '../models.ts'
import { QuoteAnswer } from '../quotes.ts'
import { ImageBody, QuoteBody, VideoBody, VideoForm } from '../submit-bodies.ts'
import { badBody, type Endpoint, json, reads, writes } from './endpoint.ts'

const bodyRefusals = [...badBody, 'wrong_id_kind', 'too_many_references', 'not_owner', 'not_found'] as const

const submitRefusals = [
  ...bodyRefusals,
  'insufficient_credits',
  'budget_exceeded',
  'quota_exceeded',
  'client_ref_conflict',
  'client_ref_in_progress',
  'erased',
  'provider_unavailable',
  'provider_rejected',
] as const

export const generation = {
  submitImage: {
    ...writes,
    path: '/api/gen/image',
    chapter: 'Generation',
    summary: 'Submit an image job; poll pollUrl until it is completed',
    limit: 'submits',
    body: ImageBody,
    answer: json(201, 'The job, charged and in progress', SubmitAnswer),
    refusals: submitRefusals,
  },
  submitVideo: {
    ...writes,
    path: '/api/gen/video',
    chapter: 'Generation',
    summary: 'Submit a video job, as JSON with references or as a form with one image',
    limit: 'submits',
    body: VideoBody,
    form: VideoForm,
    answer: json(201, 'The job, charged and in progress', SubmitAnswer),
    refusals: submitRefusals,
  },
  quoteJob: {
    ...writes,
    path: '/api/gen/quote',
    chapter: 'Generation',
    summary: 'Quote the price and references of a submit; charges nothing and counts as a read',
    limit: 'reads',
    body: QuoteBody,
    answer: json(200, 'The price, the resulting balance and the references', QuoteAnswer),
    refusals: bodyRefusals,
  },
  listModels: {
    ...reads,
    path: '/api/gen/models',
    chapter: 'Generation',
    summary: 'List the models that a submit can use',
    answer: json(200, 'The models, the default first', ModelList),
  },
} as const satisfies Record<string, Endpoint>
