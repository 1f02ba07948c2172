import type { Call, Double, Provider } from '../core/index.ts'
import { newMediaRoutes } from '../media/index.ts'
import { newBillingRoutes } from './billing-routes.ts'
import { refuse } from './envelope.ts'
import { failureOf } from './failure.ts'
import { models } from './models.ts'
import { newQueueRoutes } from './queue-routes.ts'
import { newRequestListRoute } from './request-list.ts'
import { falSettings } from './settings.ts'
import { newStorageRoutes } from './storage-routes.ts'
import { newSubmitRoute } from './submit-request.ts'
import { newWebhooks } from './webhooks.ts'

/** A retry every two minutes, until the stored result is gone after an hour. */
const WEBHOOK_PAUSES_MS = Array.from({ length: 30 }, () => 120_000)

/** The queue at `/`, storage and keys at `/rest`, the platform API at `/api/v1`, files at `/files`. */
export const fal: Provider = {
  name: 'fal',
  settings: falSettings,
  open: (double) => {
    const webhooks = newWebhooks(double)
    return {
      authorize: (call) => (hasKey(double, call) ? undefined : refuse({ status: 401 }, call)),
      refuse,
      charge: (task, state) => {
        const model = models[task.model]
        const isBilled = state.status === 'succeeded' || failureOf(task, state)?.isBilled
        if (!model || !isBilled) return undefined
        const microUsd = model.priceMicroUsd(task.input as Record<string, unknown>)
        return { units: microUsd / model.unitMicroUsd, unit: model.unit, microUsd }
      },
      callback: webhooks.build,
      callbackPausesMs: WEBHOOK_PAUSES_MS,
      taskFaults: ['retried', 'late_row', 'no_row', 'equal_row', 'no_payload', 'billed_twice'],
      callbackFaults: ['foreign_account', 'old_timestamp', 'payload_error'],
      routes: [
        ...newMediaRoutes(double),
        ...newStorageRoutes(double),
        webhooks.keysRoute,
        newRequestListRoute(double),
        ...newBillingRoutes(double),
        ...newQueueRoutes(double),
        // Last, because a model may have any path.
        newSubmitRoute(double),
      ],
    }
  },
}

/** `Key`, not `Bearer`. */
function hasKey({ config }: Double, { headers }: Call): boolean {
  const [scheme, key = ''] = (headers.authorization ?? '').split(' ')
  return scheme === 'Key' && (config.keys.includes(key) || config.adminKeys.includes(key))
}
