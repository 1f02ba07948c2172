import type { Media } from '@atelier/contract'
import { credits } from '../../format/numbers.ts'
import { duration, exactDuration, type Language } from '../../format/time.ts'
import type { Words } from '../../words/index.ts'
import { windowSeconds } from '../studio/shape.ts'

/** One sentence about the job and one about the credits, for every state. */
export function describeCharge(medium: Media, words: Words, language: Language): string {
  const { picture, studio, common } = words
  const price = credits(medium.creditsCost)
  if (medium.parentId) return picture.sibling
  if (medium.waiting) return picture.waitingText(price)
  if (medium.status === 'completed') {
    const seconds = medium.completedAt
      ? (new Date(medium.completedAt).getTime() - new Date(medium.createdAt).getTime()) / 1_000
      : null
    return common.sentences(
      picture.chargedOnce(price),
      medium.creditsRefunded > 0 && picture.refundedPart(credits(medium.creditsRefunded)),
      seconds !== null && picture.stored(exactDuration(seconds, language)),
    )
  }
  const why =
    medium.status === 'stalled'
      ? picture.noResult(duration(windowSeconds(medium), language))
      : common.sentence(medium.errorCode ? studio.failures[medium.errorCode] : studio.states.failed)
  return common.sentences(why, picture.refundedAll(credits(medium.creditsRefunded)))
}
