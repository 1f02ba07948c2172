import type { Section } from '../suite.ts'
import { attach } from './attach.ts'
import { auth } from './auth.ts'
import { ceps } from './ceps.ts'
import { documents } from './documents.ts'
import { download } from './download.ts'
import { files } from './files.ts'
import { idempotency } from './idempotency.ts'
import { image } from './image.ts'
import { limits } from './limits.ts'
import { lists } from './lists.ts'
import { money } from './money.ts'
import { products } from './products.ts'
import { quote } from './quote.ts'
import { references } from './references.ts'
import { video } from './video.ts'

/** In the order in which they run. */
export const sections: Section[] = [
  auth,
  image,
  money,
  idempotency,
  limits,
  files,
  ceps,
  lists,
  products,
  references,
  quote,
  video,
  attach,
  download,
  documents,
]
