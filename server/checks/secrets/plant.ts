import { writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { callAs, type OpenSystem } from '../../harness/driver/index.ts'
import { type Mutation, mutatedEnv } from '../../harness/mutation/index.ts'
import type { Check } from '../../harness/report/index.ts'
import { type Canary, newCanaries } from './canaries.ts'
import type { Holder } from './make-secrets.ts'
import { type Place, scanPlace } from './scan.ts'

/** Writes one secret into a file of each place, in clear or in base64: the scan must find it there. */
export async function plantInPlaces(places: Place[], secret: Canary): Promise<Check[]> {
  const checks: Check[] = []
  for (const [i, place] of places.entries()) {
    const file = join(place.dir, 'planted')
    writeFileSync(file, i % 2 === 0 ? secret.text : Buffer.from(`a ${secret.text}`).toString('base64'))
    const { hits } = await scanPlace(place, [secret])
    await rm(file)
    checks.push({
      sentence: `a key that is planted in the ${place.name} is found`,
      failures: hits.length === 1 ? [] : [`${hits.length} hits`],
    })
  }
  return checks
}

/** A release that tells an order to its log, its traces and its metrics. */
const leaky: Mutation[] = [
  {
    file: 'production/jobs/submit-media.ts',
    from: 'app.metrics.countAccepted(order.kind, caller.owner.mode, order.costCredits)',
    to:
      `app.log.warn({ reason: JSON.stringify(order) }, 'planted')\n` +
      `app.metrics.countAccepted(JSON.stringify(order), caller.owner.mode, order.costCredits)`,
  },
  {
    file: 'production/jobs/submit-media.ts',
    from: `app.traces.noteOf(id, { name: 'charge',`,
    to: `app.traces.noteOf(id, { name: JSON.stringify(order),`,
  },
]

type LeakyPlan = { opened: OpenSystem; holder: Holder; places: Place[]; gather: () => Promise<unknown> }

/** Replaces the api by one that leaks: each of the places must show it. */
export async function plantInCode({ opened, holder, places, gather }: LeakyPlan): Promise<Check[]> {
  const { system } = opened
  const canaries = newCanaries()
  const [api] = system.apis
  api?.setEnv(await mutatedEnv(leaky))
  await api?.stop()
  await api?.start()
  const call = callAs(system.baseUrl, { 'x-api-key': holder.apiKey })
  await call('POST', '/api/gen/image', { body: { prompt: canaries.newPrompt('prompt') } })
  await gather()
  const checks: Check[] = []
  for (const place of places) {
    const { hits } = await scanPlace(place, canaries.all)
    const failures = hits.length > 0 ? [] : ['it is not']
    checks.push({ sentence: `a release that leaks prompts is found by the ${place.name}`, failures })
  }
  return checks
}
