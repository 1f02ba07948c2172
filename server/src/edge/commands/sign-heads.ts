import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { API_VERSION } from '@atelier/contract'
import { readPublicKey } from '#access/credits'
import {
  findWitness,
  NothingSigned,
  type Signer,
  saveWitness,
  signHeads as sign,
  signRestored,
} from '#access/statements'
import { type Command, withDb } from '#edge/command-line'
import { readCell, readMetricsSettings, readSignerSettings } from '#platform/config'
import { type Metrics, openMetrics, serveMetrics } from '#platform/metrics'
import { openStorage } from '#platform/storage'

/** After a failure the next round comes sooner: unsigned entries are unprotected. */
const RETRY_MS = 10_000

const options = {
  every: { type: 'string' },
  begin: { type: 'boolean', default: false },
  restored: { type: 'boolean', default: false },
  witness: { type: 'string' },
} as const

export const signHeads: Command = {
  name: 'sign-heads',
  usage:
    'sign-heads [--every seconds] [--begin] [--restored] [--witness file]\n' +
    '                                         sign the heads of the ledger, once or again and again',
  async run(args) {
    const { values } = parseArgs({ args, options })
    const everyMs = values.every === undefined ? undefined : Number(values.every) * 1000
    const isWrong = everyMs !== undefined && (!(everyMs > 0) || values.restored)
    if (isWrong) throw new Error(`usage: ${signHeads.usage}`)
    const { s3, keyFile, olderKeys } = readSignerSettings()
    const privateKey = createPrivateKey(await readFile(keyFile))
    const publicKeys = [createPublicKey(privateKey), ...olderKeys.map(readPublicKey)]
    const storage = openStorage(s3)
    const { metrics, close } = await openMetricsPort(everyMs !== undefined)
    try {
      return await withDb(async (db) => {
        const signer = { db, storage, privateKey, publicKeys, mayBegin: values.begin }
        if (values.restored) await signOnceRestored(signer, values.witness)
        const round = () => signRounds(signer, values.witness, metrics)
        return everyMs === undefined ? round() : repeat(round, everyMs)
      })
    } finally {
      await close()
      await storage.close()
    }
  },
}

/** A signer that runs on and on tells Prometheus, as the other processes do. */
async function openMetricsPort(isLasting: boolean) {
  const { host, port } = readMetricsSettings()
  if (!isLasting || port === undefined)
    return { metrics: openMetrics({ isOn: false }), close: async () => undefined }
  const metrics = openMetrics({ isOn: true })
  metrics.showInfo({ role: 'signer', version: API_VERSION, cell: readCell() })
  const { close } = await serveMetrics(metrics, { host, port })
  return { metrics, close }
}

/** Signs until nothing is left, and returns the exit code. */
async function signRounds(
  signer: Omit<Signer, 'witness'>,
  witnessFile: string | undefined,
  metrics: Metrics,
) {
  let exitCode = 0
  for (;;) {
    const witness = witnessFile === undefined ? undefined : await findWitness(witnessFile)
    const { statement, heads, isFull, contradictions } = await sign({ ...signer, witness }).catch((error) => {
      metrics.countLedgerCheck('statement', error instanceof NothingSigned ? 'broken' : 'failed')
      throw error
    })
    metrics.countLedgerCheck('statement', contradictions.length > 0 ? 'broken' : 'valid')
    if (witnessFile !== undefined) await saveWitness(witnessFile, statement)
    for (const sentence of contradictions) console.log(`not signed: ${sentence}`)
    console.log(`statement ${statement.sequence}: ${heads} heads, SHA-256 ${statement.hash}`)
    if (contradictions.length > 0) exitCode = 1
    if (!isFull) return exitCode
  }
}

/** Withdraws what was signed after the moment to which an operator restored the database. */
async function signOnceRestored(signer: Omit<Signer, 'witness'>, witnessFile: string | undefined) {
  const witness = witnessFile === undefined ? undefined : await findWitness(witnessFile)
  const { statement, withdrawn } = await signRestored({ ...signer, witness })
  if (witnessFile !== undefined) await saveWitness(witnessFile, statement)
  console.log(
    withdrawn
      ? `statement ${statement.sequence} withdraws what statements ${withdrawn.first} to ${withdrawn.last} ` +
          'signed and the restored database does not have'
      : 'the database has everything that was signed: nothing was withdrawn',
  )
}

/** Until a signal comes. A failed round is told and tried again: a statement that is late is not lost. */
async function repeat(round: () => Promise<number>, everyMs: number): Promise<number> {
  console.log(`signs every ${everyMs / 1000} s`)
  const stop = new AbortController()
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => stop.abort())
  while (!stop.signal.aborted) {
    let waitMs = everyMs
    try {
      await round()
    } catch (error) {
      waitMs = Math.min(everyMs, RETRY_MS)
      console.log(
        `${error instanceof NothingSigned ? 'nothing signed' : 'failed'}: ${(error as Error).message}`,
      )
    }
    await sleep(waitMs, undefined, { signal: stop.signal }).catch(() => undefined)
  }
  return 0
}
