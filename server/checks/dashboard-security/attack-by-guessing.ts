import { Agent } from 'undici'
import type { Failures } from '../../harness/attacks/index.ts'
import { runParallel, type SeededUser, sendRequest } from '../../harness/driver/index.ts'
import { printProgress } from '../../harness/report/index.ts'
import type { World } from './open-world.ts'
import { newNetwork, sendSignIn } from './sign-in.ts'

/** What the service allows in a minute. */
const PER_NETWORK = 30
const PER_NETWORK_AND_USER = 10
const MINUTE_MS = 60_000

/** More than wait for their password to be checked, so that the queue is full all the time. */
const AT_ONCE = 80
/** How often the owner signs in meanwhile. */
const OWNER_TIMES = 5
/** How often the owner tries again when the service is busy: within what it allows a network in a minute. */
const OWNER_TRIES = 9

type Guess = { email: string; from: string }
type Tally = { checked: number; checkedOfOwner: number; refused: number; busy: number; others: string[] }

/** One network guesses: passwords of the owner, and of addresses that it invents. */
export async function guessFromOneNetwork(world: World, { unless }: Failures): Promise<void> {
  const network = newNetwork()
  const owner = world.takeUser()
  const guessOf = (at: number): Guess => ({
    email: at % 2 === 0 ? owner.email : `nobody-${at}@atelier.test`,
    // The owner of a network chooses the second half of its addresses.
    from: `${network}::${(at % 60_000).toString(16)}`,
  })
  const { tally, minutes, locked } = await guess(world, owner, guessOf)
  judgeAnswers(tally, locked, unless)
  unless(
    tally.checked <= PER_NETWORK * minutes,
    `${tally.checked} passwords of one network were checked in ${minutes} minutes`,
  )
  unless(
    tally.checkedOfOwner <= PER_NETWORK_AND_USER * minutes,
    `${tally.checkedOfOwner} passwords of the owner were checked in ${minutes} minutes`,
  )
  const lucky = await sendSignIn(world, owner, { from: `${network}::1` })
  unless(lucky.status === 429, `the right password from the network of the attacker: ${lucky.status}`)
}

/** Many networks guess the password of one owner. */
export async function guessFromManyNetworks(world: World, { unless }: Failures): Promise<void> {
  const networks = Array.from({ length: world.sizes.networks }, newNetwork)
  const owner = world.takeUser()
  const guessOf = (at: number): Guess => ({
    email: owner.email,
    from: `${networks[at % networks.length]}::1`,
  })
  const { tally, minutes, locked } = await guess(world, owner, guessOf)
  judgeAnswers(tally, locked, unless)
  const most = PER_NETWORK_AND_USER * networks.length * minutes
  unless(tally.checkedOfOwner <= most, `${tally.checkedOfOwner} passwords of the owner were checked`)
}

/** Sends all guesses while the owner signs in from elsewhere. `locked`: how often that did not work. */
async function guess(world: World, owner: SeededUser, guessOf: (at: number) => Guess) {
  const { attempts } = world.sizes
  const tally: Tally = { checked: 0, checkedOfOwner: 0, refused: 0, busy: 0, others: [] }
  const dispatcher = new Agent({ connections: AT_ONCE })
  const target = { baseUrl: world.baseUrl, headers: { origin: world.baseUrl }, dispatcher }
  const startedAt = performance.now()
  const ownerWaits: number[] = []
  const signIn = async () => ownerWaits.push(await signInAsOwner(world, owner))
  const moments = Array.from({ length: OWNER_TIMES }, (_, at) => Math.floor((at * attempts) / OWNER_TIMES))
  const signingIn: Promise<unknown>[] = []
  await runParallel(AT_ONCE, Array(attempts).keys(), async (at) => {
    if (moments.includes(at)) signingIn.push(signIn())
    const { email, from } = guessOf(at)
    const request = { headers: { 'x-forwarded-for': from }, body: { email, password: `wrong ${at}` } }
    const { status } = await sendRequest(target, 'POST', '/api/account/session', request)
    count(tally, status, email === owner.email)
  })
  const minutes = Math.ceil((performance.now() - startedAt) / MINUTE_MS)
  await Promise.all(signingIn)
  await failOften(world, owner)
  await signIn()
  await dispatcher.close()
  const { checked, refused, busy } = tally
  const waits = ownerWaits.map((ms) => `${(ms / 1_000).toFixed(1)} s`).join(', ')
  printProgress(`${attempts} guesses: ${checked} checked, ${refused} refused, ${busy} turned away; ${waits}`)
  return { tally, minutes, locked: ownerWaits.filter((ms) => ms === Number.POSITIVE_INFINITY).length }
}

/**
 * As many wrong passwords as a network may send, with no sign-in of the owner in between: each that succeeds
 * takes the count of its network back, and of all of them, were it one count.
 */
async function failOften(world: World, { email }: SeededUser): Promise<void> {
  const from = `${newNetwork()}::1`
  for (let at = 0; at < PER_NETWORK_AND_USER; at++)
    await sendSignIn(world, { email, password: `wrong again ${at}` }, { from })
}

function judgeAnswers({ others }: Tally, locked: number, unless: Failures['unless']): void {
  unless(others.length === 0, `guesses were answered ${[...new Set(others)].join(', ')}`)
  unless(locked === 0, `the owner could not sign in from elsewhere, ${locked} times`)
}

function count(tally: Tally, status: number, isOfOwner: boolean): void {
  if (status === 401) {
    tally.checked++
    if (isOfOwner) tally.checkedOfOwner++
  } else if (status === 429) tally.refused++
  else if (status === 503) tally.busy++
  else tally.others.push(String(status))
}

/** How long the owner needs, who does as a busy service says. Infinity: the owner did not get in. */
async function signInAsOwner(world: World, owner: SeededUser): Promise<number> {
  const startedAt = performance.now()
  const from = `${newNetwork()}::1`
  for (let left = OWNER_TRIES; left > 0; left--) {
    const { status, headers } = await sendSignIn(world, owner, { from })
    if (status === 201) return performance.now() - startedAt
    if (status !== 503) return Number.POSITIVE_INFINITY
    await new Promise((resolve) => setTimeout(resolve, Number(headers['retry-after'] ?? 3) * 1_000))
  }
  return Number.POSITIVE_INFINITY
}
