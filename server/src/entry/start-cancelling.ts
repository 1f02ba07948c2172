import type { App } from '#platform/app'
import { cancelUnwanted } from '#production/tries'
import { type Repeated, repeat } from './repeat.ts'

const CANCEL_EVERY_MS = 5_000

/** Cancels at the providers what nobody waits for any more. */
export const startCancelling = (app: App): Repeated =>
  repeat({
    everyMs: CANCEL_EVERY_MS,
    async work(isStopped) {
      while (!isStopped() && (await cancelUnwanted(app)));
    },
    onFailure: (err) => app.log.warn({ err }, 'unwanted jobs could not be cancelled'),
  })
