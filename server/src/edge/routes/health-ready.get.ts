import { endpoints } from '@atelier/contract'
import { publicRoute } from '#edge/http'
import { Refusal } from '#platform/refusal'
import { readReadiness as readParts } from '#production/admission'

/** Whether jobs can be produced now. */
export const readReadiness = publicRoute(endpoints.readReadiness, async ({ app }) => {
  if (app.closing.isAnnounced) throw notReady('this process is closing')
  const { failing, accepts } = await readParts(app)
  if (failing.length > 0) throw notReady(`${failing.join(' and ')} cannot be used`)
  return { status: 200, body: { ok: true, accepts } }
})

const notReady = (reason: string) =>
  new Refusal(
    'service_unavailable',
    `Jobs cannot be produced now: ${reason}. Ask again in 5 s.`,
    {},
    { 'retry-after': '5' },
  )
