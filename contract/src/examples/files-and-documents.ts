import type { filesAndDocuments } from '../endpoints/files-and-documents.ts'
import { API_VERSION, CLIENT_VERSION, GUIDE_VERSION } from '../version.ts'
import type { ExamplesOf } from './example.ts'
import { ids } from './example-records.ts'

export const filesAndDocumentsExamples = {
  serveGenerated: { params: { file: `${ids.image}.png` } },
  serveThumbnail: { params: { file: `${ids.image}.jpg` } },
  serveRendition: { params: { file: `${ids.image}-vertical-crop.jpg` } },
  serveUpload: { params: { file: `${ids.productPhoto}.jpg` } },
  readHealth: { answer: { ok: true } },
  readLiveness: { answer: { ok: true } },
  readReadiness: { answer: { ok: true, accepts: true } },
  readVersion: {
    answer: {
      version: API_VERSION,
      clientVersion: CLIENT_VERSION,
      clientSha256: '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03',
      guideVersion: GUIDE_VERSION,
    },
  },
  readOpenapi: {},
  readDocs: {},
  readLlms: {},
} satisfies ExamplesOf<typeof filesAndDocuments>
