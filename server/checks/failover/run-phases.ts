import { setTimeout as sleep } from 'node:timers/promises'
import { runStatements } from '../../harness/driver/index.ts'
import { waitUntil } from '../../harness/processes/index.ts'
import { findLost } from './find-lost.ts'
import type { Cluster } from './open-cluster.ts'
import type { Tally } from './run-writers.ts'
import type { SmallDisk } from './small-disk.ts'
import type { HealthWatch } from './watch-health.ts'

/** What every phase works on. */
export type Stage = { cluster: Cluster; tally: Tally; health: HealthWatch }

export type PhaseResult = {
  name: string
  confirmed: number
  submits: number
  /** Submits that were answered 503 with nothing charged, and other writes that were answered 503. */
  refused: number
  unavailable: number
  unknown: number
  lost: string[]
  /** Writes that were sent and confirmed while none was possible. */
  impossible: number
  /** From the moment that writes are possible again to the first one confirmed, and to the first 200. */
  writesBackMs: number
  healthyMs: number
  /** The same, from the order to promote, which includes the promotion itself. */
  sincePromoteMs?: number
  /** Answers "healthy" while writes were impossible. */
  wronglyHealthy: number
}

/** The last pages of a full disk still take some rows: what is confirmed meanwhile must stay, too. */
export const DISK_FULL = 'disk full'
export const STANDBY_AWAY = 'standby away'

/** An answer about health or readiness may be as old as this. */
const HEALTH_AGE_MS = 1_700
/** After this time the api says that its commits are not confirmed. */
const STUCK_COMMIT_MS = 2_500
const CLOSED_FOR_MS = 6_000
const BACK_WITHIN_MS = 60_000
const REFUSED_WITHIN_MS = 30_000

/** Kills the primary, promotes the standby, and looks for everything that was confirmed so far. */
export async function runFailover(stage: Stage, name: string): Promise<PhaseResult> {
  const begin = count(stage)
  const { killedAt, promotedAt, acceptsAt } = await stage.cluster.failOver()
  const { writesBackMs, healthyMs } = await waitForWrites(stage, acceptsAt)
  return {
    ...(await describe(stage, name, begin)),
    impossible: countBetween(stage, killedAt, promotedAt),
    writesBackMs,
    healthyMs,
    sincePromoteMs: acceptsAt + writesBackMs - promotedAt,
    wronglyHealthy: stage.health.countHealthy(killedAt + HEALTH_AGE_MS, promotedAt),
  }
}

/** How a database is kept from confirming writes, and let again. */
type Closed = {
  name: string
  close(): Promise<void> | void
  open(): Promise<void> | void
  /** How long the api may take to notice. */
  noticedMs: number
  /** Submits are refused, sooner or later: the last pages of a full disk take some rows first. */
  refuses: boolean
}

/** A database that answers and confirms no writes, for some seconds. */
async function runClosed(stage: Stage, closed: Closed): Promise<PhaseResult> {
  const { name, close, open, noticedMs, refuses } = closed
  const begin = count(stage)
  await close()
  const closedAt = performance.now()
  await sleep(CLOSED_FOR_MS)
  const isRefused = async () => count(stage).refused > begin.refused
  // Without one, the report says so.
  if (refuses)
    await waitUntil('a submit is refused', isRefused, { withinMs: REFUSED_WITHIN_MS }).catch(() => {})
  const openedAt = performance.now()
  await open()
  const { writesBackMs, healthyMs } = await waitForWrites(stage, openedAt)
  return {
    ...(await describe(stage, name, begin)),
    impossible: countBetween(stage, closedAt + HEALTH_AGE_MS, openedAt),
    writesBackMs,
    healthyMs,
    wronglyHealthy: stage.health.countHealthy(closedAt + noticedMs, openedAt),
  }
}

export function runReadOnly(stage: Stage): Promise<PhaseResult> {
  const set = (value: 'on' | 'off') =>
    runStatements(stage.cluster.url(), [
      `alter system set default_transaction_read_only = ${value}`,
      'select pg_reload_conf()',
    ])
  const closed = { close: () => set('on'), open: () => set('off'), noticedMs: HEALTH_AGE_MS, refuses: true }
  return runClosed(stage, { name: 'read only', ...closed })
}

export const runDiskFull = (stage: Stage, disk: SmallDisk): Promise<PhaseResult> =>
  runClosed(stage, {
    name: DISK_FULL,
    close: disk.fill,
    open: disk.free,
    noticedMs: HEALTH_AGE_MS,
    refuses: true,
  })

/** Commits wait for the standby and are confirmed when it is back. Only they show that it is away. */
export function runStandbyAway(stage: Stage): Promise<PhaseResult> {
  let goOn: (() => void) | undefined
  const close = async () => {
    goOn = await stage.cluster.cutStandby()
  }
  const noticedMs = STUCK_COMMIT_MS + HEALTH_AGE_MS
  return runClosed(stage, { name: STANDBY_AWAY, close, open: () => goOn?.(), noticedMs, refuses: false })
}

type Counts = { confirmed: number; refused: number; unavailable: number; unknown: number }

const count = ({ tally }: Stage): Counts => ({
  confirmed: tally.acks.length,
  refused: tally.refused.length,
  unavailable: tally.unavailable,
  unknown: tally.unknown,
})

/** Writes that were sent after the first moment and confirmed before the second. */
const countBetween = ({ tally }: Stage, from: number, to: number): number =>
  tally.acks.filter(({ sentAt, at }) => sentAt > from && at < to).length

async function waitForWrites({ tally, health }: Stage, from: number) {
  const findBack = () => ({
    write: tally.acks.find(({ at }) => at > from),
    healthyMs: health.healthyAfterMs(from),
  })
  const isBack = async () => Object.values(findBack()).every((one) => one !== undefined)
  await waitUntil('writes and health are back', isBack, { withinMs: BACK_WITHIN_MS })
  const { write, healthyMs } = findBack()
  return { writesBackMs: (write?.at ?? 0) - from, healthyMs: healthyMs ?? 0 }
}

async function describe({ cluster, tally }: Stage, name: string, begin: Counts) {
  const submits = tally.acks.slice(begin.confirmed).filter(({ kind }) => kind === 'media').length
  return {
    name,
    confirmed: tally.acks.length,
    submits,
    refused: tally.refused.length - begin.refused,
    unavailable: tally.unavailable - begin.unavailable,
    unknown: tally.unknown - begin.unknown,
    lost: await findLost(cluster.url(), tally),
  }
}
