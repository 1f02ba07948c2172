import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findFreePort, type ManagedProcess, startManagedProcess } from '../processes/index.ts'

export type SoldPack = { id: string; name: string; credits: number; amount: number; currency: string }

/** 100 credits for a cent of the first, so that parts of a payment are parts of its credits. */
const usualPacks: SoldPack[] = [
  { id: 'small', name: 'Small', credits: 10_000, amount: 1_000, currency: 'usd' },
  { id: 'large', name: 'Large', credits: 120_000, amount: 10_000, currency: 'usd' },
]

export type StripeOptions = {
  /** For its log, the keys and the packs. */
  dir: string
  /** The api that is told of events. */
  apiUrl: string
  seed?: number
  packs?: SoldPack[]
  signal?: AbortSignal
}

/** What people do at Stripe, and what tests order; `doubles/README.md` lists it. */
export type StripeControl = {
  act<Done = { id: string }>(name: string, body?: object): Promise<Done>
  read<State>(name: 'state' | 'counts'): Promise<State>
}

export type StripeDouble = ManagedProcess &
  StripeControl & {
    readonly url: string
    readonly key: string
    readonly secret: string
    /** The settings of a service that takes money there. */
    readonly env: Record<string, string>
  }

const REPO_ROOT = join(import.meta.dirname, '..', '..', '..')
const READY_WITHIN_MS = 20_000
const KEY = 'sk_test_double0000'
const SECRET = 'whsec_double0000'

export async function startStripe(options: StripeOptions): Promise<StripeDouble> {
  const { dir, apiUrl, seed = 1, packs = usualPacks } = options
  mkdirSync(dir, { recursive: true })
  const fileOf = (name: string, text: string) => {
    const path = join(dir, name)
    writeFileSync(path, text, { mode: 0o600 })
    return path
  }
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const args = ['--port', port, '--seed', seed, '--key', KEY, '--secret', SECRET]
  const managed = await startManagedProcess(
    {
      name: 'double-stripe',
      program: process.execPath,
      args: [
        join(REPO_ROOT, 'doubles', 'src', 'stripe', 'main.ts'),
        ...args.map(String),
        ...['--events-url', `${apiUrl}/cb/stripe/evt_00`],
      ],
      env: { PATH: process.env.PATH },
      cwd: REPO_ROOT,
      logFile: join(dir, 'stripe.log'),
      isReady: async () => (await fetch(`${url}/__double/counts`)).ok,
      readyWithinMs: READY_WITHIN_MS,
    },
    options.signal,
  )
  const env = {
    STRIPE_SECRET_KEY_FILE: fileOf('stripe-key', `${KEY}\n`),
    STRIPE_WEBHOOK_SECRET_FILE: fileOf('stripe-webhook', `whsec_an_older_one\n${SECRET}\n`),
    CREDIT_PACKS_FILE: fileOf('packs.json', JSON.stringify({ packs })),
    STRIPE_API_URL: url,
  }
  return Object.assign(managed, { url, key: KEY, secret: SECRET, env, ...newStripeControl(url) })
}

export function newStripeControl(url: string): StripeControl {
  const call = async (name: string, body?: object) => {
    const answer = await fetch(`${url}/__double/${name}`, {
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`the double answered ${answer.status} to ${name}: ${await answer.text()}`)
    return answer.json()
  }
  return {
    act: async <Done>(name: string, body = {}) => (await call(name, body)) as Done,
    read: async <State>(name: string) => (await call(name)) as State,
  }
}
