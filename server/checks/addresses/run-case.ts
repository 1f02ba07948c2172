import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Fetched, UnusableAddress } from '../../src/platform/fetching/index.ts'
import { type AddressCase, jpeg } from './address-case.ts'
import type { Environment } from './open-environment.ts'

/** Longer than any shortened limit, shorter than any usual one. */
const SLOW_MS_MAX = 2_900

/** Sends one address through the fetcher. Returns what went wrong, or `undefined`. */
export async function runCase(environment: Environment, one: AddressCase): Promise<string | undefined> {
  const canaryBefore = environment.seen.canary
  const startedAt = performance.now()
  const folder = await mkdtemp(join(environment.folder, 'case-'))
  const ended = await environment
    .fetcherFor(one.options)
    .fetch(one.url, folder, folder)
    .then(
      async (fetched) => {
        const wrong = await compare(fetched, one.bytes ?? jpeg())
        await fetched.discard()
        return wrong ?? 'picture'
      },
      (error: Error) => (error instanceof UnusableAddress ? describe(error, one) : `threw ${error.stack}`),
    )
  const tookMs = performance.now() - startedAt
  const left = await readdir(folder)
  const questions = Object.keys(one.sites ?? {})
    .map((host) => environment.seen.questions.get(host) ?? 0)
    .reduce((sum, count) => sum + count, 0)
  const complaints = [
    ended !== one.ends && `ended in ${ended}, not in ${one.ends}`,
    environment.seen.canary !== canaryBefore && 'reached the canary',
    environment.seen.elsewhereBytes > 0 && 'sent bytes to an address that is not public',
    left.length > 0 && `left ${left.length} files`,
    one.questions !== undefined && questions !== one.questions && `asked for names ${questions} times`,
    one.ends === 'too_slow' && tookMs > SLOW_MS_MAX && `took ${Math.round(tookMs)} ms`,
    environment.seen.disclosures.splice(0).join(', '),
  ].filter(Boolean)
  return complaints.length > 0 ? complaints.join('; ') : undefined
}

async function compare(fetched: Fetched, bytes: Buffer): Promise<string | undefined> {
  if (!bytes.equals(await readFile(fetched.path))) return 'other bytes'
  if (fetched.sizeBytes !== bytes.length) return 'another size'
  if (!createHash('sha256').update(bytes).digest().equals(fetched.sha256)) return 'another hash'
}

/** The message of a refusal must be the same for every address of its kind. */
const sentences = new Map<string, string>()

function describe({ kind, message, cause }: UnusableAddress, { url }: AddressCase): string {
  const usual = sentences.get(kind) ?? message
  sentences.set(kind, usual)
  if (message !== usual || cause !== undefined) return `${kind} with its own message`
  const host = URL.parse(url)?.hostname
  return host && host.length > 3 && message.includes(host) ? `${kind} with the host in its message` : kind
}
