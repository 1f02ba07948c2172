import type { Answer, Route } from '#edge/http'
import { errorAnswer, REQUEST_ERROR } from './error-answer.ts'

/** Browsers name the page that sends a request. Only our own may; other clients name none. */
export const refuseOtherOrigins: NonNullable<Route['guard']> = (
  { config },
  { origin },
): Answer | undefined =>
  origin === undefined || origin === new URL(config.publicUrl).origin
    ? undefined
    : errorAnswer(403, REQUEST_ERROR, 'Requests from pages of other origins are refused.')
