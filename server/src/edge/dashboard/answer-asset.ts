import type { Answer, Call } from '#edge/http'
import { Refusal } from '#platform/refusal'
import { answerFile } from './answer-file.ts'

/** A file whose name holds a hash of its content: it never changes, so it is never asked for again. */
export function answerAsset(call: Call, name: string): Answer {
  const file = call.app.dashboardFiles.assets.get(name)
  if (!file) throw new Refusal('not_found', 'This file does not exist. Reload the page.')
  return answerFile(call, file, {
    'cache-control': 'public, max-age=31536000, immutable',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
  })
}
