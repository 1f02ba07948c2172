// Generated from the contract by `pnpm client:write`; do not edit.

import type { Client } from '../client.ts'
import { type CallOptions, send } from '../send.ts'
import type {
  AcceptBody,
  AccountEvent,
  AskedConsent,
  Asset,
  AttachBody,
  AuditEvent,
  AuthorizationServer,
  Baseline,
  Billing,
  Cep,
  CepBody,
  Change,
  Character,
  CharacterBody,
  CharacterDetail,
  ClientMetadata,
  CodeBody,
  ConfirmBody,
  ConsentBody,
  ConsentQuery,
  CreditPack,
  Credits,
  Download,
  DriftItem,
  Erasure,
  ErasureBody,
  FactorState,
  GrantRow,
  HistoryRow,
  Hit,
  ImageBody,
  ImageList,
  Invitation,
  InvitationBody,
  Key,
  KeyBody,
  KeyChangeBody,
  LedgerCheck,
  LedgerEntry,
  ListedKey,
  ListedPayment,
  ListedUser,
  McpAnswer,
  McpMessage,
  Media,
  MediaDay,
  MediaList,
  Model,
  NewPasswordBody,
  Note,
  NoteBody,
  Notices,
  NoticesBody,
  OpenSession,
  OwnedMedia,
  PasswordBody,
  Pattern,
  Payment,
  PaymentTrouble,
  Photo,
  Plan,
  Product,
  ProductBody,
  ProductDetail,
  ProtectedResource,
  ProviderState,
  Quota,
  Quote,
  QuoteBody,
  ReferenceBody,
  RegisteredClient,
  Report,
  ReportBody,
  ResetBody,
  ResultDay,
  ReviewBody,
  RotateBody,
  Session,
  SessionBody,
  SetupBody,
  SignUpBody,
  SpendRow,
  StuckTry,
  SubmitAnswer,
  Thresholds,
  ThresholdsBody,
  TokenAnswer,
  Topic,
  TopicBody,
  UnsentMail,
  VerificationBody,
  VideoBody,
} from './schemas.ts'

export type SubmitImageInput = ImageBody

export type SubmitImageAnswer = SubmitAnswer

/** Submit an image job; poll pollUrl until it is completed. Needs a key with the scope `generate`. */
export const submitImage = (client: Client, input: SubmitImageInput, options?: CallOptions): Promise<SubmitImageAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/image', isKeyed: true, isCharged: true, repeatKey: 'clientRef' }, input, options)

export type SubmitVideoInput = (VideoBody | {
  /** What happens in the video */
  prompt: string
  /** The shape of the video */
  orientation?: 'portrait' | 'landscape' | 'square' | undefined
  /** HD costs twice as much as SD */
  resolution?: 'SD' | 'HD' | undefined
  /** The length in seconds */
  durationSeconds?: '6' | '10' | '15' | undefined
  /** An id from GET /api/gen/models; the default is the first that can serve it */
  model?: string | undefined
  /** The CEP (customer entry point) that the media is made for */
  cepId?: string | undefined
  /** How the creative opens, in your own words */
  hook?: string | undefined
  /** Your own name for the job and its idempotency key: sending it again returns the same job */
  clientRef?: string | undefined
  /** One image: JPEG, PNG or WebP, 10 MB */
  file: Blob
})

export type SubmitVideoAnswer = SubmitAnswer

/** Submit a video job, as JSON with references or as a form with one image. Needs a key with the scope `generate`. */
export const submitVideo = (client: Client, input: SubmitVideoInput, options?: CallOptions): Promise<SubmitVideoAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/video', isKeyed: true, isCharged: true, repeatKey: 'clientRef' }, input, options)

export type QuoteJobInput = QuoteBody

export type QuoteJobAnswer = {
  /** What the job would cost and use */
  quote: Quote
  /** What happened and what to do next */
  message: string
}

/** Quote the price and references of a submit; charges nothing and counts as a read. Needs a key with the scope `generate`. */
export const quoteJob = (client: Client, input: QuoteJobInput, options?: CallOptions): Promise<QuoteJobAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/quote', isKeyed: true, isRead: true }, input, options)

export type ListModelsAnswer = {
  /** The models that this service can use now */
  models: Array<Model>
}

/** List the models that a submit can use. Needs a key with the scope `read`. */
export const listModels = (client: Client, options?: CallOptions): Promise<ListModelsAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/models', isKeyed: true }, {}, options)

export type PollMediaInput = {
  /** The id of a media */
  id: string
}

export type PollMediaAnswer = Media

/** Poll a job: its status, cost and next action. Needs a key with the scope `read`. */
export const pollMedia = (client: Client, input: PollMediaInput, options?: CallOptions): Promise<PollMediaAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/media/{id}', isKeyed: true }, input, options)

export type ListMediaInput = {
  /** Upper or lower case */
  type?: 'image' | 'video' | undefined
  /** Upper or lower case */
  mediaType?: 'image' | 'video' | undefined
  /** Only jobs with this status */
  status?: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled' | undefined
  /** Media made for this product or attached to it */
  productId?: string | undefined
  /** Only the job with this clientRef */
  clientRef?: string | undefined
  /** Up to 20 ids, separated by commas */
  ids?: string | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListMediaAnswer = MediaList

/** List your media, newest first. Needs a key with the scope `read`. */
export const listMedia = (client: Client, input?: ListMediaInput, options?: CallOptions): Promise<ListMediaAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/media', isKeyed: true }, input, options)

export type ListImagesInput = {
  /** Only jobs with this status */
  status?: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled' | undefined
  /** Media made for this product or attached to it */
  productId?: string | undefined
  /** Only the job with this clientRef */
  clientRef?: string | undefined
  /** Up to 20 ids, separated by commas */
  ids?: string | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListImagesAnswer = ImageList

/** List your images, newest first, with the file in imageUrl. Needs a key with the scope `read`. */
export const listImages = (client: Client, input?: ListImagesInput, options?: CallOptions): Promise<ListImagesAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/image', isKeyed: true }, input, options)

export type CancelMediaInput = {
  /** The id of a media */
  id: string
}

export type CancelMediaAnswer = {
  /** The cancelled job */
  media: Media
  /** What happened and what to do next */
  message: string
}

/** Cancel a queued job; its credits are refunded. Needs a key with the scope `generate`. */
export const cancelMedia = (client: Client, input: CancelMediaInput, options?: CallOptions): Promise<CancelMediaAnswer> =>
  send(client, { method: 'DELETE', path: '/api/gen/media/{id}', isKeyed: true }, input, options)

export type DownloadMediaInput = {
  /** The id of a media */
  id: string
  /** 1: respond with 302 to the file */
  redirect?: '1' | undefined
}

export type DownloadMediaAnswer = Download

/** Read the download URL and what an upload to the advertising platform needs. Needs a key with the scope `read`. */
export const downloadMedia = (client: Client, input: DownloadMediaInput, options?: CallOptions): Promise<DownloadMediaAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/media/{id}/download', isKeyed: true }, input, options)

export type ReadCreditsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ReadCreditsAnswer = Credits

/** Read the balance and the transactions, newest first. Needs a key with the scope `read`. */
export const readCredits = (client: Client, input?: ReadCreditsInput, options?: CallOptions): Promise<ReadCreditsAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/credits', isKeyed: true }, input, options)

export type ReadQuotasAnswer = {
  /** What is stored, and what may be */
  quotas: {
    /** Uploads that are not deleted */
    uploads: Quota
    /** Their size in bytes */
    uploadBytes: Quota
    /** Photos of products and characters, and the files and URLs of jobs */
    photos: Quota
    /** Their size in bytes */
    photoBytes: Quota
    /** Reported rows and claims */
    memoryRows: Quota
    /** Notes of the memory */
    notes: Quota
  }
}

/** Read how much you store and how much you may store. Needs a key with the scope `read`. */
export const readQuotas = (client: Client, options?: CallOptions): Promise<ReadQuotasAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/quotas', isKeyed: true }, {}, options)

export type VerifyCreditsAnswer = LedgerCheck

/** Verify the hash chain of your transactions. Needs a key with the scope `read`. */
export const verifyCredits = (client: Client, options?: CallOptions): Promise<VerifyCreditsAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/credits/verify', isKeyed: true }, {}, options)

export type CreateProductInput = ProductBody

export type CreateProductAnswer = {
  /** The product after the change */
  product: Product
  /** What happened and what to do next */
  message: string
}

/** Create a product, so that media can be attached to it. Needs a key with the scope `generate`. */
export const createProduct = (client: Client, input: CreateProductInput, options?: CallOptions): Promise<CreateProductAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/products', isKeyed: true }, input, options)

export type ListProductsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListProductsAnswer = {
  /** One page, newest first */
  products: Array<Product>
  /** null on the last page */
  nextCursor: string | null
}

/** List your products, newest first, with their counts. Needs a key with the scope `read`. */
export const listProducts = (client: Client, input?: ListProductsInput, options?: CallOptions): Promise<ListProductsAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/products', isKeyed: true }, input, options)

export type ReadProductInput = {
  /** The id of a product */
  id: string
}

export type ReadProductAnswer = {
  /** The product */
  product: ProductDetail
}

/** Read a product with its latest media, photos and CEPs. Needs a key with the scope `read`. */
export const readProduct = (client: Client, input: ReadProductInput, options?: CallOptions): Promise<ReadProductAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/products/{id}', isKeyed: true }, input, options)

export type RenameProductInput = {
  /** The id of a product */
  id: string
} & ProductBody

export type RenameProductAnswer = {
  /** The product after the change */
  product: Product
  /** What happened and what to do next */
  message: string
}

/** Rename a product; nothing else can be changed. Needs a key with the scope `generate`. */
export const renameProduct = (client: Client, input: RenameProductInput, options?: CallOptions): Promise<RenameProductAnswer> =>
  send(client, { method: 'PATCH', path: '/api/gen/products/{id}', isKeyed: true }, input, options)

export type ListProductReferencesInput = {
  /** The id of a product */
  id: string
}

export type ListProductReferencesAnswer = {
  /** The active photos, oldest first */
  photos: Array<Photo>
}

/** List the active photos of a product, oldest first; the first is primary. Needs a key with the scope `read`. */
export const listProductReferences = (client: Client, input: ListProductReferencesInput, options?: CallOptions): Promise<ListProductReferencesAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/products/{id}/reference', isKeyed: true }, input, options)

export type AddProductReferenceInput = {
  /** The id of a product */
  id: string
} & (ReferenceBody | {
  /** What the photo shows, such as front */
  label: string
  /** One image: JPEG, PNG or WebP, 10 MB */
  file: Blob
})

export type AddProductReferenceAnswer = {
  /** The photo */
  photo: Photo
  /** What happened and what to do next */
  message: string
}

/** Add a photo by URL, from your media or uploads, or as a file. Needs a key with the scope `generate`. */
export const addProductReference = (client: Client, input: AddProductReferenceInput, options?: CallOptions): Promise<AddProductReferenceAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/products/{id}/reference', isKeyed: true }, input, options)

export type RemoveProductReferenceInput = {
  /** The id of the holder of the photo */
  id: string
  /** The id of the photo */
  photoId: string
}

export type RemoveProductReferenceAnswer = {
  /** The photo */
  photo: Photo
  /** What happened and what to do next */
  message: string
}

/** Delete a photo and erase its file; the next oldest becomes primary. Needs a key with the scope `generate`. */
export const removeProductReference = (client: Client, input: RemoveProductReferenceInput, options?: CallOptions): Promise<RemoveProductReferenceAnswer> =>
  send(client, { method: 'DELETE', path: '/api/gen/products/{id}/reference/{photoId}', isKeyed: true }, input, options)

export type AttachMediaInput = {
  /** The id of a product */
  id: string
} & AttachBody

export type AttachMediaAnswer = {
  /** The attached media */
  media: Media
  /** The product that it belongs to now */
  product: {
    /** The id of the product */
    id: string
    /** Its name */
    name: string
    /** How many media are attached to it now */
    mediaCount: number
  }
  /** What happened and what to do next */
  message: string
}

/** Attach a completed media to a product; repeating it changes nothing. Needs a key with the scope `generate`. */
export const attachMedia = (client: Client, input: AttachMediaInput, options?: CallOptions): Promise<AttachMediaAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/products/{id}/attach', isKeyed: true }, input, options)

export type UploadAssetInput = {
  /** One image: JPEG, PNG or WebP, 10 MB */
  file: Blob
}

export type UploadAssetAnswer = {
  /** The upload */
  asset: Asset
  /** What happened and what to do next */
  message: string
}

/** Upload an image (JPEG, PNG or WebP, 10 MB) to use as a reference later. Needs a key with the scope `generate`. */
export const uploadAsset = (client: Client, input: UploadAssetInput, options?: CallOptions): Promise<UploadAssetAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/assets', isKeyed: true }, input, options)

export type ListAssetsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListAssetsAnswer = {
  /** One page, newest first */
  assets: Array<Asset>
  /** null on the last page */
  nextCursor: string | null
}

/** List your uploads, newest first. Needs a key with the scope `read`. */
export const listAssets = (client: Client, input?: ListAssetsInput, options?: CallOptions): Promise<ListAssetsAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/assets', isKeyed: true }, input, options)

export type DeleteAssetInput = {
  /** The id of an asset */
  id: string
}

export type DeleteAssetAnswer = {
  /** What was deleted */
  asset: {
    /** The id of the upload */
    id: string
    /** Always `deleted` */
    status: 'deleted'
  }
  /** What happened and what to do next */
  message: string
}

/** Delete an upload and its file; photos that were made from it stay. Needs a key with the scope `generate`. */
export const deleteAsset = (client: Client, input: DeleteAssetInput, options?: CallOptions): Promise<DeleteAssetAnswer> =>
  send(client, { method: 'DELETE', path: '/api/gen/assets/{id}', isKeyed: true }, input, options)

export type CreateCharacterInput = CharacterBody

export type CreateCharacterAnswer = {
  /** The character */
  character: Character
  /** What happened and what to do next */
  message: string
}

/** Create a character. Needs a key with the scope `generate`. */
export const createCharacter = (client: Client, input: CreateCharacterInput, options?: CallOptions): Promise<CreateCharacterAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/characters', isKeyed: true }, input, options)

export type ListCharactersInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListCharactersAnswer = {
  /** One page, newest first */
  characters: Array<Character>
  /** null on the last page */
  nextCursor: string | null
}

/** List your characters, newest first. Needs a key with the scope `read`. */
export const listCharacters = (client: Client, input?: ListCharactersInput, options?: CallOptions): Promise<ListCharactersAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/characters', isKeyed: true }, input, options)

export type ReadCharacterInput = {
  /** The id of a character */
  id: string
}

export type ReadCharacterAnswer = {
  /** The character */
  character: CharacterDetail
}

/** Read a character with its photos. Needs a key with the scope `read`. */
export const readCharacter = (client: Client, input: ReadCharacterInput, options?: CallOptions): Promise<ReadCharacterAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/characters/{id}', isKeyed: true }, input, options)

export type ListCharacterReferencesInput = {
  /** The id of a character */
  id: string
}

export type ListCharacterReferencesAnswer = {
  /** The active photos, oldest first */
  photos: Array<Photo>
}

/** List the active photos of a character, oldest first. Needs a key with the scope `read`. */
export const listCharacterReferences = (client: Client, input: ListCharacterReferencesInput, options?: CallOptions): Promise<ListCharacterReferencesAnswer> =>
  send(client, { method: 'GET', path: '/api/gen/characters/{id}/reference', isKeyed: true }, input, options)

export type AddCharacterReferenceInput = {
  /** The id of a character */
  id: string
} & (ReferenceBody | {
  /** What the photo shows, such as front */
  label: string
  /** One image: JPEG, PNG or WebP, 10 MB */
  file: Blob
})

export type AddCharacterReferenceAnswer = {
  /** The photo */
  photo: Photo
  /** What happened and what to do next */
  message: string
}

/** Add a photo by URL, from your media or uploads, or as a file. Needs a key with the scope `generate`. */
export const addCharacterReference = (client: Client, input: AddCharacterReferenceInput, options?: CallOptions): Promise<AddCharacterReferenceAnswer> =>
  send(client, { method: 'POST', path: '/api/gen/characters/{id}/reference', isKeyed: true }, input, options)

export type RemoveCharacterReferenceInput = {
  /** The id of the holder of the photo */
  id: string
  /** The id of the photo */
  photoId: string
}

export type RemoveCharacterReferenceAnswer = {
  /** The photo */
  photo: Photo
  /** What happened and what to do next */
  message: string
}

/** Delete a photo and erase its file. Needs a key with the scope `generate`. */
export const removeCharacterReference = (client: Client, input: RemoveCharacterReferenceInput, options?: CallOptions): Promise<RemoveCharacterReferenceAnswer> =>
  send(client, { method: 'DELETE', path: '/api/gen/characters/{id}/reference/{photoId}', isKeyed: true }, input, options)

export type CreateCepInput = CepBody

export type CreateCepAnswer = {
  /** The new CEP */
  cep: Cep
  /** Your existing CEPs that are nearly the same */
  similar: Array<{
    /** The id of the existing CEP */
    id: string
    /** Its text */
    cepText: string
    /** From 0 to 1; 1 is the same text */
    similarity: number
  }>
  /** What happened and what to do next */
  message: string
}

/** Create a CEP (customer entry point) for a product or topic. Needs a key with the scope `cep`. */
export const createCep = (client: Client, input: CreateCepInput, options?: CallOptions): Promise<CreateCepAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/ceps', isKeyed: true }, input, options)

export type ListCepsInput = {
  /** Exactly one of productId and topicId */
  productId?: string | undefined
  /** Exactly one of productId and topicId */
  topicId?: string | undefined
}

export type ListCepsAnswer = {
  /** The active CEPs, oldest first */
  ceps: Array<Cep>
}

/** List the active CEPs of a product or topic, oldest first. Needs a key with the scope `cep`. */
export const listCeps = (client: Client, input?: ListCepsInput, options?: CallOptions): Promise<ListCepsAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/ceps', isKeyed: true }, input, options)

export type DeleteCepInput = {
  /** The id of a CEP */
  id: string
}

export type DeleteCepAnswer = {
  /** What was deleted */
  cep: {
    /** The id of the CEP */
    id: string
    /** Always `deleted` */
    status: 'deleted'
  }
  /** What happened and what to do next */
  message: string
}

/** Delete a CEP, which frees its place under the limit. Needs a key with the scope `cep`. */
export const deleteCep = (client: Client, input: DeleteCepInput, options?: CallOptions): Promise<DeleteCepAnswer> =>
  send(client, { method: 'DELETE', path: '/api/agent/ceps/{id}', isKeyed: true }, input, options)

export type CreateTopicInput = TopicBody

export type CreateTopicAnswer = {
  /** The new topic */
  topic: Topic
  /** What happened and what to do next */
  message: string
}

/** Create a topic: an idea space without a product. Needs a key with the scope `cep`. */
export const createTopic = (client: Client, input: CreateTopicInput, options?: CallOptions): Promise<CreateTopicAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/topics', isKeyed: true }, input, options)

export type ListTopicsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListTopicsAnswer = {
  /** One page, newest first */
  topics: Array<Topic>
  /** null on the last page */
  nextCursor: string | null
}

/** List your topics, newest first. Needs a key with the scope `cep`. */
export const listTopics = (client: Client, input?: ListTopicsInput, options?: CallOptions): Promise<ListTopicsAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/topics', isKeyed: true }, input, options)

export type SendReportInput = ReportBody

export type SendReportAnswer = {
  /** What was stored */
  report: Report
  /** What happened and what to do next */
  message: string
}

/** Report results of an ad: daily rows, or a claim. Needs a key with the scope `knowledge`. */
export const sendReport = (client: Client, input: SendReportInput, options?: CallOptions): Promise<SendReportAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/reports', isKeyed: true, repeatKey: 'idempotencyKey' }, input, options)

export type SearchKnowledgeInput = {
  /** The question; up to four times, the same in other words: of each of four 125 characters are read */
  q: string | Array<string>
  /** Only what is about this product, and notes */
  productId?: string | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type SearchKnowledgeAnswer = {
  /** One page, best first */
  hits: Array<Hit>
  /** null on the last page */
  nextCursor: string | null
  /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
  concludedAt?: string | null | undefined
  /** Only in a list without rows, when nothing was reported yet: how to change that */
  message?: string | undefined
}

/** Search the campaign knowledge, in any language. Needs a key with the scope `knowledge`. */
export const searchKnowledge = (client: Client, input: SearchKnowledgeInput, options?: CallOptions): Promise<SearchKnowledgeAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/search', isKeyed: true, repeats: ['q'] }, input, options)

export type ReadHistoryInput = {
  /** Only this product */
  productId?: string | undefined
  /** Defaults to 180 days ago */
  since?: string | undefined
  /** The last day; by default there is none */
  until?: string | undefined
  /** Only rows with this evidence */
  status?: 'claimed' | 'observed' | 'corroborated' | undefined
  /** Only rows whose latest claim has this verdict */
  verdict?: 'unverified' | 'not_comparable' | 'stale' | 'inconclusive' | 'overstated' | 'understated' | 'confirmed' | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ReadHistoryAnswer = {
  /** One page, last reported first */
  history: Array<HistoryRow>
  /** null on the last page */
  nextCursor: string | null
  /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
  concludedAt?: string | null | undefined
  /** Only in a list without rows, when nothing was reported yet: how to change that */
  message?: string | undefined
}

/** List what ran and its results: sums, claims and the drift between them. Needs a key with the scope `knowledge`. */
export const readHistory = (client: Client, input?: ReadHistoryInput, options?: CallOptions): Promise<ReadHistoryAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/history', isKeyed: true }, input, options)

export type ReadPatternsInput = {
  /** Only this product */
  productId?: string | undefined
  /** Only patterns judged by this ratio */
  metric?: 'roas' | 'cpa' | 'ctr' | undefined
  /** The worst tier to return: loser, unproven, promising, fatigued, winner */
  minTier?: 'loser' | 'unproven' | 'promising' | 'fatigued' | 'winner' | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ReadPatternsAnswer = {
  /** One page, best first; claims come last */
  patterns: Array<Pattern>
  /** Of the comparison group with the most rows; null without enough data */
  baseline: Baseline | null
  /** null on the last page */
  nextCursor: string | null
  /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
  concludedAt?: string | null | undefined
  /** Only in a list without rows, when nothing was reported yet: how to change that */
  message?: string | undefined
}

/** List the ingredients that win, ranked by evidence. Needs a key with the scope `knowledge`. */
export const readPatterns = (client: Client, input?: ReadPatternsInput, options?: CallOptions): Promise<ReadPatternsAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/patterns', isKeyed: true }, input, options)

export type ReadDriftInput = {
  /** Only this product */
  productId?: string | undefined
  /** Only claims with this verdict */
  verdict?: 'unverified' | 'not_comparable' | 'stale' | 'inconclusive' | 'overstated' | 'understated' | 'confirmed' | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ReadDriftAnswer = {
  /** One page of claims, newest first */
  drift: Array<DriftItem>
  /** Everybody who made claims, over all products */
  reporters: Array<{
    /** The name of the key, or owner_import */
    source: string
    /** How many of its claims could be compared with rows */
    comparable: number
    /** How many of those were confirmed */
    confirmed: number
    /** (confirmed + 2) / (comparable + 4): 0.5 for a new one */
    trust: number
    /** By how many percent the observed value is usually above the claim; negative: it overstates; null: nothing to compare */
    biasPct: number | null
    /** The same as the median of ln(observed/claimed) */
    bias: number | null
  }>
  /** null on the last page */
  nextCursor: string | null
  /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
  concludedAt?: string | null | undefined
}

/** Compare claims with observations, with the trust in each reporter. Needs a key with the scope `knowledge`. */
export const readDrift = (client: Client, input?: ReadDriftInput, options?: CallOptions): Promise<ReadDriftAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/drift', isKeyed: true }, input, options)

export type RecallKnowledgeInput = {
  /** The question, in your own words */
  q: string
  /** Only what is about this product, and notes */
  productId?: string | undefined
}

export type RecallKnowledgeAnswer = {
  /** What is worth knowing before you write a prompt */
  recall: {
    /** Text for a prompt, fenced as data; empty when nothing is relevant */
    text: string
    /** The records behind the text, best first */
    hits: Array<Hit>
    /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
    concludedAt?: string | null | undefined
  }
}

/** Recall a few relevant lines for a prompt, fenced as data. Needs a key with the scope `knowledge`. */
export const recallKnowledge = (client: Client, input: RecallKnowledgeInput, options?: CallOptions): Promise<RecallKnowledgeAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/recall', isKeyed: true }, input, options)

export type PlanCreativesInput = {
  /** The product to plan for */
  productId: string
  /** Ids of the ads that run now, of the platform or of media, with commas between; best of all */
  running?: string | undefined
  /** Number of ads that run now. Without both, those count whose rows are up to date */
  active?: number | undefined
  /** Number of ads that should run */
  target?: number | undefined
}

export type PlanCreativesAnswer = {
  /** What to make next, and what to replace */
  plan: Plan
  /** What happened and what to do next */
  message: string
  /** Only while reports or an import are being stored: when these conclusions were computed; null before the first. What was reported later is not in them */
  concludedAt?: string | null | undefined
}

/** Plan what to make next for a product, with reasons. Needs a key with the scope `knowledge`. */
export const planCreatives = (client: Client, input: PlanCreativesInput, options?: CallOptions): Promise<PlanCreativesAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/plan', isKeyed: true }, input, options)

export type ListNotesInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListNotesAnswer = {
  /** One page, newest first */
  notes: Array<Note>
  /** null on the last page */
  nextCursor: string | null
}

/** List the notes of the owner and of agents. Needs a key with the scope `knowledge`. */
export const listNotes = (client: Client, input?: ListNotesInput, options?: CallOptions): Promise<ListNotesAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/notes', isKeyed: true }, input, options)

export type WriteNoteInput = NoteBody

export type WriteNoteAnswer = {
  /** The note after the change */
  note: Note
  /** What happened and what to do next */
  message: string
}

/** Write a note that agents find in search and recall. Needs a session, not a key. */
export const writeNote = (client: Client, input: WriteNoteInput, options?: CallOptions): Promise<WriteNoteAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/knowledge/notes' }, input, options)

export type ReviewNoteInput = {
  /** The id of a note */
  id: string
} & ReviewBody

export type ReviewNoteAnswer = {
  /** The note after the change */
  note: Note
  /** What happened and what to do next */
  message: string
}

/** Accept, reject, undo, pin or unpin a note. Needs a session, not a key. */
export const reviewNote = (client: Client, input: ReviewNoteInput, options?: CallOptions): Promise<ReviewNoteAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/knowledge/notes/{id}/review' }, input, options)

export type ExportKnowledgeAnswer = Response

/** Export everything that was reported, one JSON object per line. Needs a key with the scope `knowledge`. */
export const exportKnowledge = (client: Client, options?: CallOptions): Promise<ExportKnowledgeAnswer> =>
  send(client, { method: 'GET', path: '/api/agent/knowledge/export', isKeyed: true, isFile: true }, {}, options)

export type ImportKnowledgeInput = { text: string; contentType: 'application/x-ndjson' | 'text/csv' }

export type ImportKnowledgeAnswer = {
  /** Lines that were stored */
  imported: number
  /** Lines that were already known */
  skipped: number
  /** What happened and what to do next */
  message: string
}

/** Import the lines of an export, or the CSV export of the advertising platform. Needs a session, not a key. */
export const importKnowledge = (client: Client, input: ImportKnowledgeInput, options?: CallOptions): Promise<ImportKnowledgeAnswer> =>
  send(client, { method: 'POST', path: '/api/agent/knowledge/import', isText: true }, input, options)

export type ReadThresholdsAnswer = {
  /** The minimums that count now */
  thresholds: Thresholds
  /** What happened and what to do next */
  message: string
}

/** Read the thresholds from which a result counts. Needs a session, not a key. */
export const readThresholds = (client: Client, options?: CallOptions): Promise<ReadThresholdsAnswer> =>
  send(client, { method: 'GET', path: '/api/account/thresholds' }, {}, options)

export type ChangeThresholdsInput = ThresholdsBody

export type ChangeThresholdsAnswer = {
  /** The minimums that count now */
  thresholds: Thresholds
  /** What happened and what to do next */
  message: string
}

/** Change the thresholds from which a result counts. Needs a session, not a key. */
export const changeThresholds = (client: Client, input: ChangeThresholdsInput, options?: CallOptions): Promise<ChangeThresholdsAnswer> =>
  send(client, { method: 'PATCH', path: '/api/account/thresholds' }, input, options)

export type LogInInput = SessionBody

export type LogInAnswer = {
  /** null: a second factor is on; send `challenge` and a code */
  session: Session | null
  /** For the second step, within 5 minutes */
  challenge: string | null
  /** What happened and what to do next */
  message: string
}

/** Log in with e-mail and password; the response sets the session cookie or asks for a code. */
export const logIn = (client: Client, input: LogInInput, options?: CallOptions): Promise<LogInAnswer> =>
  send(client, { method: 'POST', path: '/api/account/session' }, input, options)

export type ReadSessionAnswer = {
  /** Who is logged in */
  session: Session
}

/** Read the current session. Needs a session, not a key. */
export const readSession = (client: Client, options?: CallOptions): Promise<ReadSessionAnswer> =>
  send(client, { method: 'GET', path: '/api/account/session' }, {}, options)

export type LogOutAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Log out and end the session. Needs a session, not a key. */
export const logOut = (client: Client, options?: CallOptions): Promise<LogOutAnswer> =>
  send(client, { method: 'DELETE', path: '/api/account/session' }, {}, options)

export type ListSessionsAnswer = {
  /** The open sessions of the user */
  sessions: Array<OpenSession>
}

/** List where you are logged in, newest first. Needs a session, not a key. */
export const listSessions = (client: Client, options?: CallOptions): Promise<ListSessionsAnswer> =>
  send(client, { method: 'GET', path: '/api/account/sessions' }, {}, options)

export type EndSessionInput = {
  /** Names the session; it cannot be used to log in */
  session: string
}

export type EndSessionAnswer = {
  /** What happened and what to do next */
  message: string
}

/** End one of your sessions, at once; within 15 minutes of logging in. Needs a session, not a key. */
export const endSession = (client: Client, input: EndSessionInput, options?: CallOptions): Promise<EndSessionAnswer> =>
  send(client, { method: 'DELETE', path: '/api/account/sessions/{session}' }, input, options)

export type ChangePasswordInput = PasswordBody

export type ChangePasswordAnswer = {
  /** The session */
  session: Session
  /** What happened and what to do next */
  message: string
}

/** Change your password; all other sessions end, and this one gets a new cookie. Needs a session, not a key. */
export const changePassword = (client: Client, input: ChangePasswordInput, options?: CallOptions): Promise<ChangePasswordAnswer> =>
  send(client, { method: 'POST', path: '/api/account/password' }, input, options)

export type ListKeysAnswer = {
  /** Newest first, ended ones too; 200 at most */
  keys: Array<ListedKey>
}

/** List your API keys, newest first, without secrets. Needs a session, not a key. */
export const listKeys = (client: Client, options?: CallOptions): Promise<ListKeysAnswer> =>
  send(client, { method: 'GET', path: '/api/account/keys' }, {}, options)

export type CreateKeyInput = KeyBody

export type CreateKeyAnswer = {
  /** The key */
  key: Key
  /** Shown only once */
  secret: string
  /** What happened and what to do next */
  message: string
}

/** Create an API key; its secret is shown only once. Needs a session, not a key. */
export const createKey = (client: Client, input: CreateKeyInput, options?: CallOptions): Promise<CreateKeyAnswer> =>
  send(client, { method: 'POST', path: '/api/account/keys' }, input, options)

export type ChangeKeyInput = {
  /** The id of a key */
  id: string
} & KeyChangeBody

export type ChangeKeyAnswer = {
  /** The key after the change */
  key: Key
  /** What happened and what to do next */
  message: string
}

/** Change the name, the credit limits or the end of an active key; it applies within 5 s. Needs a session, not a key. */
export const changeKey = (client: Client, input: ChangeKeyInput, options?: CallOptions): Promise<ChangeKeyAnswer> =>
  send(client, { method: 'PATCH', path: '/api/account/keys/{id}' }, input, options)

export type RotateKeyInput = {
  /** The id of a key */
  id: string
} & RotateBody

export type RotateKeyAnswer = {
  /** The key */
  key: Key
  /** Shown only once */
  secret: string
  /** What happened and what to do next */
  message: string
}

/** Give a key a new secret; its id, limits and spending stay. Needs a session, not a key. */
export const rotateKey = (client: Client, input: RotateKeyInput, options?: CallOptions): Promise<RotateKeyAnswer> =>
  send(client, { method: 'POST', path: '/api/account/keys/{id}/rotate' }, input, options)

export type RevokeKeyInput = {
  /** The id of a key */
  id: string
}

export type RevokeKeyAnswer = {
  /** The revoked key */
  key: Key
  /** What happened and what to do next */
  message: string
}

/** Revoke a key; it stops working within 5 s. Needs a session, not a key. */
export const revokeKey = (client: Client, input: RevokeKeyInput, options?: CallOptions): Promise<RevokeKeyAnswer> =>
  send(client, { method: 'DELETE', path: '/api/account/keys/{id}' }, input, options)

export type ListEventsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListEventsAnswer = {
  /** One page, newest first */
  events: Array<AuditEvent>
  /** null on the last page */
  nextCursor: string | null
}

/** List what was changed in your account, by whom and when, newest first. Needs a session, not a key. */
export const listEvents = (client: Client, input?: ListEventsInput, options?: CallOptions): Promise<ListEventsAnswer> =>
  send(client, { method: 'GET', path: '/api/account/audit' }, input, options)

export type ListErasuresAnswer = {
  /** The newest 100, newest first */
  erasures: Array<Erasure>
}

/** List your 100 newest erasures. Needs a session, not a key. */
export const listErasures = (client: Client, options?: CallOptions): Promise<ListErasuresAnswer> =>
  send(client, { method: 'GET', path: '/api/account/erasures' }, {}, options)

export type RequestErasureInput = ErasureBody

export type RequestErasureAnswer = {
  /** The erasure */
  erasure: Erasure
  /** What happened and what to do next */
  message: string
}

/** Erase a finished media, an upload, a photo, a character, a product or the account, for ever; an account only within 15 minutes of logging in. Needs a session, not a key. */
export const requestErasure = (client: Client, input: RequestErasureInput, options?: CallOptions): Promise<RequestErasureAnswer> =>
  send(client, { method: 'POST', path: '/api/account/erasures' }, input, options)

export type ReadWayInAnswer = {
  /** Who may come in: nobody, who is invited, or everybody */
  signUp: 'closed' | 'invitation' | 'open'
  /** true: there is no user yet; the log has the link of the first */
  needsSetup: boolean
  /** Whether a second factor can be switched on here */
  secondFactor: boolean
  /** true: a lost password is replaced by mail, and a sign-up is finished by mail */
  mail: boolean
}

/** Read who may come in here. */
export const readWayIn = (client: Client, options?: CallOptions): Promise<ReadWayInAnswer> =>
  send(client, { method: 'GET', path: '/api/account/way-in' }, {}, options)

export type CreateFirstAdminInput = SetupBody

export type CreateFirstAdminAnswer = {
  /** The session */
  session: Session
  /** What happened and what to do next */
  message: string
}

/** Make the first admin with the one-time link from the log; the response sets the session cookie. */
export const createFirstAdmin = (client: Client, input: CreateFirstAdminInput, options?: CallOptions): Promise<CreateFirstAdminAnswer> =>
  send(client, { method: 'POST', path: '/api/account/setup' }, input, options)

export type SignUpInput = SignUpBody

export type SignUpAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Sign up, where everybody may; then log in, or open the link that is mailed. The response is the same if the address is taken. */
export const signUp = (client: Client, input: SignUpInput, options?: CallOptions): Promise<SignUpAnswer> =>
  send(client, { method: 'POST', path: '/api/account/sign-up' }, input, options)

export type VerifyAddressInput = VerificationBody

export type VerifyAddressAnswer = {
  /** The session */
  session: Session
  /** What happened and what to do next */
  message: string
}

/** Finish a sign-up with the link of its mail and a password; the response sets the session cookie. */
export const verifyAddress = (client: Client, input: VerifyAddressInput, options?: CallOptions): Promise<VerifyAddressAnswer> =>
  send(client, { method: 'POST', path: '/api/account/verification' }, input, options)

export type RequestResetInput = ResetBody

export type RequestResetAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Ask for a mail that replaces a lost password. The response is the same for every address. */
export const requestReset = (client: Client, input: RequestResetInput, options?: CallOptions): Promise<RequestResetAnswer> =>
  send(client, { method: 'POST', path: '/api/account/reset' }, input, options)

export type FinishResetInput = NewPasswordBody

export type FinishResetAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Set a new password with the link of a mail; all sessions end. Then log in. */
export const finishReset = (client: Client, input: FinishResetInput, options?: CallOptions): Promise<FinishResetAnswer> =>
  send(client, { method: 'POST', path: '/api/account/reset/password' }, input, options)

export type AcceptInvitationInput = AcceptBody

export type AcceptInvitationAnswer = {
  /** The session */
  session: Session
  /** What happened and what to do next */
  message: string
}

/** Accept an invitation by choosing a password; the response sets the session cookie. */
export const acceptInvitation = (client: Client, input: AcceptInvitationInput, options?: CallOptions): Promise<AcceptInvitationAnswer> =>
  send(client, { method: 'POST', path: '/api/account/invitation' }, input, options)

export type FinishLogInInput = CodeBody

export type FinishLogInAnswer = {
  /** The session */
  session: Session
  /** What happened and what to do next */
  message: string
}

/** The second step of a log-in: a code of the authenticator, or a recovery code. */
export const finishLogIn = (client: Client, input: FinishLogInInput, options?: CallOptions): Promise<FinishLogInAnswer> =>
  send(client, { method: 'POST', path: '/api/account/session/code' }, input, options)

export type ReadFactorAnswer = {
  /** The second factor */
  factor: FactorState
}

/** Read whether your log-in needs a second factor. Needs a session, not a key. */
export const readFactor = (client: Client, options?: CallOptions): Promise<ReadFactorAnswer> =>
  send(client, { method: 'GET', path: '/api/account/factor' }, {}, options)

export type StartFactorAnswer = {
  /** For typing into an authenticator; shown only once */
  secret: string
  /** The same as otpauth URI, for a QR code */
  uri: string
  /** What happened and what to do next */
  message: string
}

/** Make the secret of an authenticator; confirm it with a code. Within 15 minutes of logging in. Needs a session, not a key. */
export const startFactor = (client: Client, options?: CallOptions): Promise<StartFactorAnswer> =>
  send(client, { method: 'POST', path: '/api/account/factor' }, {}, options)

export type ConfirmFactorInput = ConfirmBody

export type ConfirmFactorAnswer = {
  /** The second factor after the change */
  factor: FactorState
  /** Each works once; shown only once */
  recoveryCodes: Array<string>
  /** What happened and what to do next */
  message: string
}

/** Switch the second factor on with a code; the recovery codes are shown only once. Needs a session, not a key. */
export const confirmFactor = (client: Client, input: ConfirmFactorInput, options?: CallOptions): Promise<ConfirmFactorAnswer> =>
  send(client, { method: 'POST', path: '/api/account/factor/confirm' }, input, options)

export type ReplaceRecoveryCodesAnswer = {
  /** The second factor after the change */
  factor: FactorState
  /** Each works once; shown only once */
  recoveryCodes: Array<string>
  /** What happened and what to do next */
  message: string
}

/** Make new recovery codes; the old ones stop working. Within 15 minutes of logging in. Needs a session, not a key. */
export const replaceRecoveryCodes = (client: Client, options?: CallOptions): Promise<ReplaceRecoveryCodesAnswer> =>
  send(client, { method: 'POST', path: '/api/account/factor/recovery-codes' }, {}, options)

export type RemoveFactorAnswer = {
  /** The second factor after the change */
  factor: FactorState
  /** What happened and what to do next */
  message: string
}

/** Switch the second factor off. Within 15 minutes of logging in. Needs a session, not a key. */
export const removeFactor = (client: Client, options?: CallOptions): Promise<RemoveFactorAnswer> =>
  send(client, { method: 'DELETE', path: '/api/account/factor' }, {}, options)

export type ReadNoticesAnswer = {
  /** What you chose */
  notices: Notices
}

/** Read which mails you get, and in which language. Needs a session, not a key. */
export const readNotices = (client: Client, options?: CallOptions): Promise<ReadNoticesAnswer> =>
  send(client, { method: 'GET', path: '/api/account/notices' }, {}, options)

export type ChangeNoticesInput = NoticesBody

export type ChangeNoticesAnswer = {
  /** The choices after the change */
  notices: Notices
  /** What happened and what to do next */
  message: string
}

/** Choose which mails you get, and in which language. Needs a session, not a key. */
export const changeNotices = (client: Client, input: ChangeNoticesInput, options?: CallOptions): Promise<ChangeNoticesAnswer> =>
  send(client, { method: 'PATCH', path: '/api/account/notices' }, input, options)

export type EndNoticesInput = {
  /** From the address in the header of the mail */
  notice: string
} & { text: string; contentType: 'application/x-www-form-urlencoded' }

export type EndNoticesAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Switch off the notice that a mail came from; mail programs call this (RFC 8058). */
export const endNotices = (client: Client, input: EndNoticesInput, options?: CallOptions): Promise<EndNoticesAnswer> =>
  send(client, { method: 'POST', path: '/api/account/notices/{notice}/end', isText: true }, input, options)

export type ReadBillingAnswer = {
  /** What is sold here, and how this user pays */
  billing: Billing
}

/** Read what can be bought, what is owed, and the settings of automatic top-up. Needs a session, not a key. */
export const readBilling = (client: Client, options?: CallOptions): Promise<ReadBillingAnswer> =>
  send(client, { method: 'GET', path: '/api/account/billing' }, {}, options)

export type ChangeBillingInput = {
  /** null: not watched */
  lowBalanceCredits?: number | null | undefined
  /** Switches automatic top-up on; null: off */
  topUp?: {
    /** The pack to buy */
    packId: string
    /** It is bought when the balance is below this */
    belowCredits: number
    /** In the smallest unit of the currency, such as cents */
    monthlyCeiling: number
  } | null | undefined
}

export type ChangeBillingAnswer = {
  /** The billing after the change */
  billing: Billing
  /** What happened and what to do next */
  message: string
}

/** Set when the balance counts as low, and switch automatic top-up off, or on (within 15 minutes of logging in). Needs a session, not a key. */
export const changeBilling = (client: Client, input: ChangeBillingInput, options?: CallOptions): Promise<ChangeBillingAnswer> =>
  send(client, { method: 'PATCH', path: '/api/account/billing' }, input, options)

export type StartCheckoutInput = {
  /** The pack to buy */
  packId: string
  /** Lets Stripe keep the card, so that automatic top-up can be switched on */
  keepCard?: boolean | undefined
}

export type StartCheckoutAnswer = {
  /** Where to pay */
  checkout: {
    /** The id of the checkout */
    id: string
    /** The page of Stripe on which the owner pays, for an hour */
    url: string
  }
  /** What happened and what to do next */
  message: string
}

/** Start to buy a pack of credits; the response has the address of the page to pay on. Needs a session, not a key. */
export const startCheckout = (client: Client, input: StartCheckoutInput, options?: CallOptions): Promise<StartCheckoutAnswer> =>
  send(client, { method: 'POST', path: '/api/account/checkouts' }, input, options)

export type ListPaymentsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListPaymentsAnswer = {
  /** One page, newest first */
  payments: Array<Payment>
  /** null on the last page */
  nextCursor: string | null
}

/** List your payments with their receipts, newest first. Needs a session, not a key. */
export const listPayments = (client: Client, input?: ListPaymentsInput, options?: CallOptions): Promise<ListPaymentsAnswer> =>
  send(client, { method: 'GET', path: '/api/account/payments' }, input, options)

export type ListAllPaymentsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListAllPaymentsAnswer = {
  /** One page, newest first */
  payments: Array<ListedPayment>
  /** null on the last page */
  nextCursor: string | null
}

/** List the payments of all users, newest first. Needs a session of an admin, not a key. */
export const listAllPayments = (client: Client, input?: ListAllPaymentsInput, options?: CallOptions): Promise<ListAllPaymentsAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/payments' }, input, options)

export type ReadBillingStateAnswer = {
  /** false: with test cards, which pay nothing */
  live: boolean
  /** What can be bought */
  packs: Array<CreditPack>
  /** Who owes credits, the largest debt first, 200 at most */
  debts: Array<{
    /** Who owes */
    userId: string
    /** How many credits */
    debt: number
  }>
  /** Events that were refused or could not be applied, newest first, 200 at most */
  troubles: Array<PaymentTrouble>
}

/** Read what is sold, who owes credits, and which events of Stripe need a person. Needs a session of an admin, not a key. */
export const readBillingState = (client: Client, options?: CallOptions): Promise<ReadBillingStateAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/billing' }, {}, options)

export type ReadChangesInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** `cursor` of the last response */
  since?: string | undefined
}

export type ReadChangesAnswer = {
  /** The newest change last; an id may be sent again */
  changes: Array<Change>
  /** Send it as `since` next time */
  cursor: string
  /** true: too much changed since then; read the lists again */
  reload: boolean
}

/** List the media that wait now, and those that were finished, removed or erased since a cursor. Needs a session, not a key. */
export const readChanges = (client: Client, input: ReadChangesInput, options?: CallOptions): Promise<ReadChangesAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/changes' }, input, options)

export type ReadSpendInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** What the rows are divided by, besides the day */
  by?: 'day' | 'key' | 'product' | 'model' | undefined
  /** The first UTC day; by default 29 days before `until` */
  since?: string | undefined
  /** The last UTC day; by default today */
  until?: string | undefined
}

export type ReadSpendAnswer = {
  /** The first UTC day */
  since: string
  /** The last UTC day */
  until: string
  /** Oldest day first */
  rows: Array<SpendRow>
  /** The sums over all rows */
  total: {
    /** Credits that jobs cost */
    charged: number
    /** Credits that were given back */
    refunded: number
    /** charged minus refunded; a refund counts on its own day */
    spent: number
    /** Charged jobs */
    jobs: number
  }
}

/** Sum what was spent on each UTC day, by key, product or model, from the ledger. Needs a session, not a key. */
export const readSpend = (client: Client, input: ReadSpendInput, options?: CallOptions): Promise<ReadSpendAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/spend' }, input, options)

export type ReadLedgerInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** `seq` of the last entry that you have */
  after?: number | undefined
  /** The most entries to return */
  limit?: number | undefined
}

export type ReadLedgerAnswer = {
  /** Whose ledger it is */
  userId: string
  /** Where the chain stands before the first of these entries */
  before: {
    /** How many entries there are up to here */
    seq: number
    /** The balance here */
    balance: number
    /** The hash of the entry here; 64 zeros before the first */
    txHash: string
    /** The seal of the entry here; 64 zeros before the first */
    seal: string
  }
  /** Oldest first */
  entries: Array<LedgerEntry>
  /** Where the chain ends now */
  head: {
    /** How many entries there are up to here */
    seq: number
    /** The balance here */
    balance: number
    /** The hash of the entry here; 64 zeros before the first */
    txHash: string
    /** The seal of the entry here; 64 zeros before the first */
    seal: string
  }
}

/** Read the ledger from its first entry on, with all that is hashed. Needs a session, not a key. */
export const readLedger = (client: Client, input: ReadLedgerInput, options?: CallOptions): Promise<ReadLedgerAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/ledger' }, input, options)

export type ExportLedgerInput = {
  /** Live or test data */
  mode: 'live' | 'test'
}

export type ExportLedgerAnswer = Response

/** Download the whole ledger as CSV, oldest entry first. Needs a session, not a key. */
export const exportLedger = (client: Client, input: ExportLedgerInput, options?: CallOptions): Promise<ExportLedgerAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/ledger/csv', isFile: true }, input, options)

export type ListOwnedMediaInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** Upper or lower case */
  type?: 'image' | 'video' | undefined
  /** Upper or lower case */
  mediaType?: 'image' | 'video' | undefined
  /** Only jobs with this status */
  status?: 'queued' | 'processing' | 'completed' | 'failed' | 'stalled' | undefined
  /** Media made for this product or attached to it */
  productId?: string | undefined
  /** Only the job with this clientRef */
  clientRef?: string | undefined
  /** Up to 20 ids, separated by commas */
  ids?: string | undefined
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
  /** Ordered by this key; `none`: made by hand */
  keyId?: string | undefined
  /** Made by this model */
  model?: string | undefined
  /** Made with this character */
  characterId?: string | undefined
  /** Made for this CEP */
  cepId?: string | undefined
  /** Ordered on this UTC day */
  day?: string | undefined
}

export type ListOwnedMediaAnswer = {
  /** One page, newest first */
  media: Array<OwnedMedia>
  /** null on the last page */
  nextCursor: string | null
}

/** List your media with their keys and pixels, newest first. Needs a session, not a key. */
export const listOwnedMedia = (client: Client, input: ListOwnedMediaInput, options?: CallOptions): Promise<ListOwnedMediaAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/media' }, input, options)

export type CountMediaInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** The first UTC day; by default 29 days before `until` */
  since?: string | undefined
  /** The last UTC day; by default today */
  until?: string | undefined
}

export type CountMediaAnswer = {
  /** The first UTC day */
  since: string
  /** The last UTC day */
  until: string
  /** One row for each day and key */
  days: Array<MediaDay>
}

/** Count the jobs and files of each UTC day, by key. Needs a session, not a key. */
export const countMedia = (client: Client, input: CountMediaInput, options?: CallOptions): Promise<CountMediaAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/media/days' }, input, options)

export type ReadTimelineInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** The id of the media */
  id: string
}

export type ReadTimelineAnswer = {
  /** The id of the job */
  id: string
  /** When it stalls without a result */
  deadlineAt: string
  /** Oldest first: what is recorded, and no more */
  steps: Array<{
    /** When it happened */
    at: string
    /** What happened */
    step: 'submitted' | 'sent' | 'accepted' | 'refused' | 'unanswered' | 'abandoned' | 'result_seen' | 'completed' | 'failed' | 'stalled' | 'refunded' | 'file_removed'
    /** Of an order that is made in several parts: which */
    part: number | null
    /** What it did to the balance */
    credits: number | null
  }>
}

/** Read what happened to a job, step by step. Needs a session, not a key. */
export const readTimeline = (client: Client, input: ReadTimelineInput, options?: CallOptions): Promise<ReadTimelineAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/media/{id}/timeline' }, input, options)

export type ListReviewedNotesInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
  /** Only notes with this decision */
  review?: 'pending' | 'accepted' | 'rejected' | undefined
}

export type ListReviewedNotesAnswer = {
  /** One page, newest first */
  notes: Array<Note>
  /** null on the last page */
  nextCursor: string | null
  /** How many notes there are */
  counts: {
    /** Not decided yet */
    pending: number
    /** Accepted by the owner */
    accepted: number
    /** Rejected by the owner */
    rejected: number
  }
}

/** List notes by their review, with the number of each. Needs a session, not a key. */
export const listReviewedNotes = (client: Client, input: ListReviewedNotesInput, options?: CallOptions): Promise<ListReviewedNotesAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/notes' }, input, options)

export type ListResultDaysInput = {
  /** Live or test data */
  mode: 'live' | 'test'
  /** The id of the history row */
  id: string
}

export type ListResultDaysAnswer = {
  /** The readings that count, oldest first; the newest 400 */
  days: Array<ResultDay>
}

/** List the days behind a row of the history. Needs a session, not a key. */
export const listResultDays = (client: Client, input: ListResultDaysInput, options?: CallOptions): Promise<ListResultDaysAnswer> =>
  send(client, { method: 'GET', path: '/api/owner/{mode}/history/{id}/days' }, input, options)

export type InviteUserInput = InvitationBody

export type InviteUserAnswer = {
  /** The id of the invitation */
  id: string
  /** Shown only once; it works once, for 7 days */
  link: string
  /** Whether a link is also mailed; false: hand this one over */
  mailed: boolean
  /** What happened and what to do next */
  message: string
}

/** Invite a user; hand over the link, which is shown only once and works once, for 7 days. Needs a session of an admin, not a key. */
export const inviteUser = (client: Client, input: InviteUserInput, options?: CallOptions): Promise<InviteUserAnswer> =>
  send(client, { method: 'POST', path: '/api/admin/invitations' }, input, options)

export type ListInvitationsAnswer = {
  /** The newest 200 */
  invitations: Array<Invitation>
}

/** List invitations, newest first. Needs a session of an admin, not a key. */
export const listInvitations = (client: Client, options?: CallOptions): Promise<ListInvitationsAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/invitations' }, {}, options)

export type RevokeInvitationInput = {
  /** The id of an invitation */
  id: string
}

export type RevokeInvitationAnswer = {
  /** What happened and what to do next */
  message: string
}

/** Revoke an invitation that was not accepted; its link stops working at once. Needs a session of an admin, not a key. */
export const revokeInvitation = (client: Client, input: RevokeInvitationInput, options?: CallOptions): Promise<RevokeInvitationAnswer> =>
  send(client, { method: 'DELETE', path: '/api/admin/invitations/{id}' }, input, options)

export type ListUsersInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListUsersAnswer = {
  /** One page, newest first */
  users: Array<ListedUser>
  /** null on the last page */
  nextCursor: string | null
}

/** List users, newest first. Needs a session of an admin, not a key. */
export const listUsers = (client: Client, input?: ListUsersInput, options?: CallOptions): Promise<ListUsersAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/users' }, input, options)

export type ListGrantsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
}

export type ListGrantsAnswer = {
  /** One page, newest first */
  grants: Array<GrantRow>
  /** null on the last page */
  nextCursor: string | null
}

/** List grants of credits, newest first. Needs a session of an admin, not a key. */
export const listGrants = (client: Client, input?: ListGrantsInput, options?: CallOptions): Promise<ListGrantsAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/grants' }, input, options)

export type ListAllEventsInput = {
  /** The most rows of one page */
  limit?: number | undefined
  /** `nextCursor` of the previous page */
  cursor?: string | undefined
  /** Only this action */
  action?: string | undefined
}

export type ListAllEventsAnswer = {
  /** One page, newest first */
  events: Array<AccountEvent>
  /** null on the last page */
  nextCursor: string | null
}

/** List what was changed in all accounts, by whom and when, newest first. Needs a session of an admin, not a key. */
export const listAllEvents = (client: Client, input?: ListAllEventsInput, options?: CallOptions): Promise<ListAllEventsAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/audit' }, input, options)

export type ListProvidersAnswer = {
  /** All providers, by name */
  providers: Array<ProviderState>
}

/** List providers with their open jobs, pauses and breakers. Needs a session of an admin, not a key. */
export const listProviders = (client: Client, options?: CallOptions): Promise<ListProvidersAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/providers' }, {}, options)

export type ListStuckTriesAnswer = {
  /** Oldest first, 200 at most */
  tries: Array<StuckTry>
}

/** List tries that are stuck or whose answer was lost, oldest first. Needs a session of an admin, not a key. */
export const listStuckTries = (client: Client, options?: CallOptions): Promise<ListStuckTriesAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/tries' }, {}, options)

export type ListUnsentMailsAnswer = {
  /** Newest first, 200 at most */
  mails: Array<UnsentMail>
}

/** List mails that wait or were given up, newest first, with what the mail server said. Needs a session of an admin, not a key. */
export const listUnsentMails = (client: Client, options?: CallOptions): Promise<ListUnsentMailsAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/mails' }, {}, options)

export type ReadStateAnswer = {
  /** What does not work now */
  failing: Array<string>
  /** false: new jobs are refused because of overload */
  accepts: boolean
  /** The workers that were seen in the last hour */
  workers: Array<{
    /** The name of the worker */
    name: string
    /** How long ago it wrote this */
    lastSeenSeconds: number
    /** How long it has not reached the engine; 0: it does */
    engineDownSeconds: number
    /** Free space for files in work */
    freeBytes: number
    /** Jobs of the whole service that no run has begun */
    notBegun: number
    /** Jobs of the whole service whose run does not move */
    late: number
    /** Steps of runs that it does */
    stepsPerSecond: number
    /** Jobs that it can finish a second; 0: not known */
    finishedPerSecond: number
  }>
  /** Where the engine sends runs; null: it does not answer */
  deployments: Array<{
    /** The address of the deployment */
    url: string
    /** Whether new runs go there */
    current: boolean
  }> | null
}

/** Read the health of engine, workers, storage and database. Needs a session of an admin, not a key. */
export const readState = (client: Client, options?: CallOptions): Promise<ReadStateAnswer> =>
  send(client, { method: 'GET', path: '/api/admin/state' }, {}, options)

export type ReadProtectedResourceAnswer = ProtectedResource

/** What opens `/mcp`, and who gives it out. */
export const readProtectedResource = (client: Client, options?: CallOptions): Promise<ReadProtectedResourceAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/oauth-protected-resource/mcp' }, {}, options)

export type ReadAuthorizationServerAnswer = AuthorizationServer

/** How tokens are asked for. */
export const readAuthorizationServer = (client: Client, options?: CallOptions): Promise<ReadAuthorizationServerAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/oauth-authorization-server' }, {}, options)

export type RegisterClientInput = ClientMetadata

export type RegisterClientAnswer = RegisteredClient

/** Register a client that has no metadata document; forgotten after a day unless an owner allows it. */
export const registerClient = (client: Client, input: RegisterClientInput, options?: CallOptions): Promise<RegisterClientAnswer> =>
  send(client, { method: 'POST', path: '/oauth/register' }, input, options)

export type ExchangeTokenInput = { text: string; contentType: 'application/x-www-form-urlencoded' }

export type ExchangeTokenAnswer = TokenAnswer

/** Exchange a code or a refresh token for an access token of one hour and the next refresh token. */
export const exchangeToken = (client: Client, input: ExchangeTokenInput, options?: CallOptions): Promise<ExchangeTokenAnswer> =>
  send(client, { method: 'POST', path: '/oauth/token', isText: true }, input, options)

export type RevokeTokenInput = { text: string; contentType: 'application/x-www-form-urlencoded' }

export type RevokeTokenAnswer = Record<string, never>

/** End a consent by one of its tokens; unknown tokens are answered alike. */
export const revokeToken = (client: Client, input: RevokeTokenInput, options?: CallOptions): Promise<RevokeTokenAnswer> =>
  send(client, { method: 'POST', path: '/oauth/revoke', isText: true }, input, options)

export type ReadAskedConsentInput = ConsentQuery

export type ReadAskedConsentAnswer = {
  /** What the client asks for */
  asked: AskedConsent
}

/** Read what a client asks for, before you allow it. Needs a session, not a key. */
export const readAskedConsent = (client: Client, input: ReadAskedConsentInput, options?: CallOptions): Promise<ReadAskedConsentAnswer> =>
  send(client, { method: 'POST', path: '/api/account/consents/review' }, input, options)

export type GiveConsentInput = ConsentBody

export type GiveConsentAnswer = {
  /** The consent; null after a refusal */
  key: Key | null
  /** Where the browser goes next: back to the client */
  redirectTo: string
  /** What happened and what to do next */
  message: string
}

/** Allow or refuse what a client asks for; allowing needs a log-in of the last 15 minutes. Needs a session, not a key. */
export const giveConsent = (client: Client, input: GiveConsentInput, options?: CallOptions): Promise<GiveConsentAnswer> =>
  send(client, { method: 'POST', path: '/api/account/consents' }, input, options)

export type ServeGeneratedInput = {
  /** The id of the media, photo or upload, and the ending of its type */
  file: string
  /** 1: sent as an attachment */
  download?: string | undefined
}

export type ServeGeneratedAnswer = Response

/** The file of a completed media, at its permanent URL. */
export const serveGenerated = (client: Client, input: ServeGeneratedInput, options?: CallOptions): Promise<ServeGeneratedAnswer> =>
  send(client, { method: 'GET', path: '/api/photos/serve/generated/{file}', isFile: true }, input, options)

export type ServeThumbnailInput = {
  /** The id of the media, photo or upload, and the ending of its type */
  file: string
  /** 1: sent as an attachment */
  download?: string | undefined
}

export type ServeThumbnailAnswer = Response

/** The thumbnail of a completed media: JPEG, longest side 512 pixels. */
export const serveThumbnail = (client: Client, input: ServeThumbnailInput, options?: CallOptions): Promise<ServeThumbnailAnswer> =>
  send(client, { method: 'GET', path: '/api/photos/serve/thumbnails/{file}', isFile: true }, input, options)

export type ServeRenditionInput = {
  /** The id of the media, the placement, and `crop` or `pad` */
  file: string
  /** 1: sent as an attachment */
  download?: string | undefined
}

export type ServeRenditionAnswer = Response

/** A completed image in the ratio of a placement, as JPEG; `uploadKit.renditions` names its URLs. */
export const serveRendition = (client: Client, input: ServeRenditionInput, options?: CallOptions): Promise<ServeRenditionAnswer> =>
  send(client, { method: 'GET', path: '/api/photos/serve/renditions/{file}', isFile: true }, input, options)

export type ServeUploadInput = {
  /** The id of the media, photo or upload, and the ending of its type */
  file: string
  /** 1: sent as an attachment */
  download?: string | undefined
}

export type ServeUploadAnswer = Response

/** A photo or an upload, as cleaned and stored. */
export const serveUpload = (client: Client, input: ServeUploadInput, options?: CallOptions): Promise<ServeUploadAnswer> =>
  send(client, { method: 'GET', path: '/api/photos/serve/uploads/{file}', isFile: true }, input, options)

export type ReadHealthAnswer = {
  /** Always true; otherwise the answer is an error */
  ok: true
}

/** Whether the service can answer. */
export const readHealth = (client: Client, options?: CallOptions): Promise<ReadHealthAnswer> =>
  send(client, { method: 'GET', path: '/health' }, {}, options)

export type ReadLivenessAnswer = {
  /** Always true */
  ok: true
}

/** Whether this process runs; it asks nothing else. */
export const readLiveness = (client: Client, options?: CallOptions): Promise<ReadLivenessAnswer> =>
  send(client, { method: 'GET', path: '/health/live' }, {}, options)

export type ReadReadinessAnswer = {
  /** Always true; otherwise the answer is an error */
  ok: true
  /** false while new jobs are refused because of overload */
  accepts: boolean
}

/** Whether jobs can be produced now: database, storage, engine and workers work. */
export const readReadiness = (client: Client, options?: CallOptions): Promise<ReadReadinessAnswer> =>
  send(client, { method: 'GET', path: '/health/ready' }, {}, options)

export type ReadVersionAnswer = {
  /** The version of the API */
  version: string
  /** The version of the client for agents */
  clientVersion: string
  /** SHA-256 of the file at `/api/mcp/svc_mcp.py`, in hexadecimal */
  clientSha256: string
  /** The version of the marketing guide */
  guideVersion: string
}

/** The versions of the API, the client and the guide. */
export const readVersion = (client: Client, options?: CallOptions): Promise<ReadVersionAnswer> =>
  send(client, { method: 'GET', path: '/api/version' }, {}, options)

export type ReadOpenapiAnswer = Response

/** The API as OpenAPI. */
export const readOpenapi = (client: Client, options?: CallOptions): Promise<ReadOpenapiAnswer> =>
  send(client, { method: 'GET', path: '/openapi.json', isFile: true }, {}, options)

export type ReadDocsAnswer = Response

/** The API reference as a web page. */
export const readDocs = (client: Client, options?: CallOptions): Promise<ReadDocsAnswer> =>
  send(client, { method: 'GET', path: '/docs', isFile: true }, {}, options)

export type ReadLlmsAnswer = Response

/** The API for language models. */
export const readLlms = (client: Client, options?: CallOptions): Promise<ReadLlmsAnswer> =>
  send(client, { method: 'GET', path: '/llms.txt', isFile: true }, {}, options)

export type ServeMcpInput = {
  /** Extra tools to offer besides the usual ones: their names, or `all` */
  tools?: string | undefined
} & McpMessage

export type ServeMcpAnswer = McpAnswer

/** The tools of the client for any agent host: MCP over Streamable HTTP. Needs a key. */
export const serveMcp = (client: Client, input: ServeMcpInput, options?: CallOptions): Promise<ServeMcpAnswer> =>
  send(client, { method: 'POST', path: '/mcp', isKeyed: true, inQuery: ['tools'] }, input, options)

export type ServeMcpByKeyInput = {
  /** Extra tools to offer besides the usual ones: their names, or `all` */
  tools?: string | undefined
} & McpMessage

export type ServeMcpByKeyAnswer = McpAnswer

/** The same for keys alone: for hosts that ignore a key where they find OAuth. Needs a key. */
export const serveMcpByKey = (client: Client, input: ServeMcpByKeyInput, options?: CallOptions): Promise<ServeMcpByKeyAnswer> =>
  send(client, { method: 'POST', path: '/mcp/key', isKeyed: true, inQuery: ['tools'] }, input, options)

export type UploadByTicketInput = {
  /** From `uploadUrl` in the result of the tool; it is the key */
  ticket: string
} & {
  /** One image: JPEG, PNG or WebP, 10 MB */
  file: Blob
}

export type UploadByTicketAnswer = {
  /** The upload */
  asset: Asset
  /** What happened and what to do next */
  message: string
}

/** Send the file that a tool asked for to the address that it returned, once, within 15 minutes. */
export const uploadByTicket = (client: Client, input: UploadByTicketInput, options?: CallOptions): Promise<UploadByTicketAnswer> =>
  send(client, { method: 'POST', path: '/api/uploads/{ticket}' }, input, options)

export type ServeClientAnswer = Response

/** The MCP client: one Python file with 22 tools, run by uv. */
export const serveClient = (client: Client, options?: CallOptions): Promise<ServeClientAnswer> =>
  send(client, { method: 'GET', path: '/api/mcp/svc_mcp.py', isFile: true }, {}, options)

export type ServeConnectAnswer = Response

/** The script that connects an agent host to this deployment. */
export const serveConnect = (client: Client, options?: CallOptions): Promise<ServeConnectAnswer> =>
  send(client, { method: 'GET', path: '/api/mcp/connect.py', isFile: true }, {}, options)

export type ServeWheelInput = {
  /** The name of the wheel, with the version */
  file: string
}

export type ServeWheelAnswer = Response

/** The MCP client as a Python package, for uvx; its version is part of the address. */
export const serveWheel = (client: Client, input: ServeWheelInput, options?: CallOptions): Promise<ServeWheelAnswer> =>
  send(client, { method: 'GET', path: '/api/mcp/wheels/{file}', isFile: true }, input, options)

export type ListPluginsAnswer = {
  /** All plugins */
  plugins: Array<{
    /** Its name */
    name: string
    /** What it is for */
    description: string
    /** The names of its files */
    files: Array<string>
  }>
}

/** The plugins for an agent host, and their files. */
export const listPlugins = (client: Client, options?: CallOptions): Promise<ListPluginsAnswer> =>
  send(client, { method: 'GET', path: '/api/mcp/plugins/index.json' }, {}, options)

export type ServePluginInput = {
  /** The name of the plugin */
  plugin: string
  /** A file name from the index */
  file: string
}

export type ServePluginAnswer = Response

/** One file of a plugin. */
export const servePlugin = (client: Client, input: ServePluginInput, options?: CallOptions): Promise<ServePluginAnswer> =>
  send(client, { method: 'GET', path: '/api/mcp/plugins/{plugin}/{file}', isFile: true }, input, options)

export type ListSkillsAnswer = {
  /** All skills */
  skills: Array<{
    /** Its name */
    name: string
    /** What it is for */
    description: string
    /** The names of its files */
    files: Array<string>
  }>
}

/** The skills for an agent host, and their files. */
export const listSkills = (client: Client, options?: CallOptions): Promise<ListSkillsAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/skills/index.json' }, {}, options)

export type ListStandardSkillsAnswer = {
  /** The schema of this index */
  $schema: string
  /** All skills */
  skills: Array<{
    /** Its name */
    name: string
    /** Always `skill-md` */
    type: 'skill-md'
    /** What it is for */
    description: string
    /** Relative to the index */
    url: string
    /** `sha256:` and the checksum of the file in hexadecimal */
    digest: string
  }>
}

/** The skills in the format of the Agent Skills standard, with digests. */
export const listStandardSkills = (client: Client, options?: CallOptions): Promise<ListStandardSkillsAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/agent-skills/index.json' }, {}, options)

export type ServeStandardSkillInput = {
  /** The name of the skill */
  skill: string
  /** A file name from the index */
  file: string
}

export type ServeStandardSkillAnswer = Response

/** One file of a skill in the format of the standard. */
export const serveStandardSkill = (client: Client, input: ServeStandardSkillInput, options?: CallOptions): Promise<ServeStandardSkillAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/agent-skills/{skill}/{file}', isFile: true }, input, options)

export type ServeSkillInput = {
  /** The name of the skill */
  skill: string
  /** A file name from the index */
  file: string
}

export type ServeSkillAnswer = Response

/** One file of a skill. */
export const serveSkill = (client: Client, input: ServeSkillInput, options?: CallOptions): Promise<ServeSkillAnswer> =>
  send(client, { method: 'GET', path: '/.well-known/skills/{skill}/{file}', isFile: true }, input, options)
