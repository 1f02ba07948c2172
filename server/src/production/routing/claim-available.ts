import type { App } from '#platform/app'
import type { Provider } from '#platform/providers'
import { dropProbe, passOf, startProbe } from './breaker.ts'
import { readRunning } from './read-running.ts'
import { add, breakerOf, remember } from './routing-memory.ts'

/** What a claim says of itself: where it sends its tries, if it has any. */
type Claimed = { provider: string; tries: unknown[] | null }

/** Reads the names of the providers that a job may be sent to. */
type ReadNamed = () => Promise<string[]>

/**
 * Makes a claim with the names of the providers that take jobs now: the breaker is closed or lets a probe
 * through, and no limit of running jobs is reached. A place of this process is kept until the claim is made,
 * at the providers that the job names: others would miss it. Other processes may claim meanwhile, so a limit
 * is exceeded by what they claim within a second.
 */
export async function claimAvailable<Claim extends Claimed>(
  app: App,
  readNamed: ReadNamed,
  claim: (available: string[]) => Promise<Claim | undefined>,
): Promise<Claim | undefined> {
  await readRunning(app)
  const { list } = app.providers
  // Mostly nothing is kept, and it does not matter whom the job names.
  const named = list.some((one) => isScarce(app, one)) ? await readNamed() : undefined
  const places = list
    .filter((one) => (named?.includes(one.name) ?? true) && hasPlace(app, one))
    .map(({ name }) => name)
  const { claiming } = remember(app)
  const made = await withPasses(app, places, async (passing) => {
    for (const name of passing) add(claiming, name, 1)
    return claim(passing).finally(() => {
      for (const name of passing) add(claiming, name, -1)
    })
  })
  if (made?.tries) add(remember(app).claimed, made.provider, 1)
  return made
}

/** Makes a claim at the provider that was asked before. The job has its place there already. */
export const claimAgain = <Claim extends Claimed>(
  app: App,
  provider: string,
  claim: () => Promise<Claim | undefined>,
): Promise<Claim | undefined> =>
  withPasses(app, [provider], async ([passing]) => (passing === undefined ? undefined : claim()))

/** It has a limit, or may let one probe through. */
const isScarce = (app: App, { name, runningMax }: Provider): boolean =>
  runningMax !== undefined || breakerOf(app, name).open !== null

function hasPlace(app: App, { name, runningMax }: Provider): boolean {
  if (runningMax === undefined) return true
  const { running, claimed, claiming } = remember(app)
  const taken = [running, claimed, claiming].reduce((sum, counts) => sum + (counts.get(name) ?? 0), 0)
  return taken < runningMax
}

/** Probes are reserved, so that no other claim sends one meanwhile, and given back if they are not sent. */
async function withPasses<Claim extends Claimed>(
  app: App,
  names: string[],
  claim: (passing: string[]) => Promise<Claim | undefined>,
): Promise<Claim | undefined> {
  const { breakers } = remember(app)
  const now = performance.now()
  const passOfName = (name: string) => passOf(breakerOf(app, name), now)
  const passing = names.filter((name) => passOfName(name) !== 'none')
  const probes = passing.filter((name) => passOfName(name) === 'probe')
  for (const name of probes) breakers.set(name, startProbe(breakerOf(app, name), now))
  let chosen: string | undefined
  try {
    const made = await claim(passing)
    chosen = made?.tries ? made.provider : undefined
    return made
  } finally {
    for (const name of probes) if (name !== chosen) breakers.set(name, dropProbe(breakerOf(app, name)))
  }
}
