import type { Figures } from '../write-figures.ts'
import { assumptions } from './assumptions.ts'

export type Load = {
  jobsPerSecond: number
  renderSeconds: number
  fileMegabytes: number
  pollsPerJob: number
}

type Source = 'measured' | 'assumed' | 'computed' | 'measured and assumed'
export type Need = { name: string; value: number; unit: string; from: Source }
export type Limit = { name: string; used: number; limit: number; unit: string }

const PARTS = ['api', 'worker', 'engine', 'postgres', 's3'] as const
type Part = (typeof PARTS)[number]
/** Polls and larger pictures are added to what was measured. */
const WITH_ASSUMED: Part[] = ['api', 'worker']

const DAY_SECONDS = 86_400
const of = (name: keyof typeof assumptions): number => assumptions[name].value

/** What one cell needs, and how much of each limit it uses. */
export function computeCell(figures: Figures, load: Load): { needs: Need[]; limits: Limit[] } {
  const { jobsPerSecond: rate, renderSeconds, fileMegabytes, pollsPerJob } = load
  const cores = coresOf(figures, load)
  const planned = (part: Part) => cores[part] / of('utilization')
  const processes = {
    api: Math.max(2, Math.ceil(planned('api') / of('processCores'))),
    worker: Math.max(2, Math.ceil(planned('worker') / of('processCores'))),
  }
  const clientConnections = (processes.api + processes.worker) * of('poolSize')
  const busyConnections =
    (rate * of('statementsPerJob') + rate * pollsPerJob * 2) * (of('statementMs') / 1_000)
  const openJobs = rate * renderSeconds
  const slots = rate * of('stepSeconds')
  const wal = (rate * figures.walBytesPerJob) / 1e6
  const bytes = rate * fileMegabytes * (2 + of('readsPerFile'))
  const gigabytesADay = (rate * figures.rowBytesPerJob * DAY_SECONDS) / 1e9
  const total = PARTS.reduce((sum, part) => sum + cores[part], 0)
  const needs: Need[] = [
    ...PARTS.map((part): Need => {
      const from = WITH_ASSUMED.includes(part) ? 'measured and assumed' : 'measured'
      return { name: `${part}: busy`, value: cores[part], unit: 'cores', from }
    }),
    { name: 'all: busy', value: total, unit: 'cores', from: 'computed' },
    { name: 'all: planned', value: total / of('utilization'), unit: 'cores', from: 'computed' },
    { name: 'api processes', value: processes.api, unit: '', from: 'computed' },
    { name: 'worker processes', value: processes.worker, unit: '', from: 'computed' },
    { name: 'connections to the pooler', value: clientConnections, unit: '', from: 'computed' },
    { name: 'connections that are busy', value: busyConnections, unit: '', from: 'assumed' },
    { name: 'open jobs', value: openJobs, unit: '', from: 'computed' },
    { name: 'slots of the engine', value: slots, unit: '', from: 'assumed' },
    { name: 'WAL', value: wal, unit: 'MB/s', from: 'measured' },
    { name: 'rows', value: gigabytesADay, unit: 'GB a day', from: 'measured' },
    { name: 'objects stored', value: rate * of('putsPerJob'), unit: '/s', from: 'assumed' },
    { name: 'files in and out', value: bytes, unit: 'MB/s', from: 'assumed' },
  ]
  const limits: Limit[] = [
    { name: 'Postgres', used: planned('postgres'), limit: of('coresOfMachine'), unit: 'cores' },
    { name: 'engine', used: planned('engine'), limit: of('coresOfMachine'), unit: 'cores' },
    { name: 'busy connections', used: busyConnections, limit: of('serverConnections'), unit: '' },
    { name: 'slots of the engine', used: slots, limit: of('slots'), unit: '' },
    { name: 'WAL', used: wal, limit: of('walMegabytes'), unit: 'MB/s' },
    { name: 'network', used: bytes, limit: of('networkMegabytes'), unit: 'MB/s' },
    {
      name: 'checks of providers',
      used: openJobs / 10,
      limit: of('checksPerSecond') * processes.worker,
      unit: '/s',
    },
    {
      name: 'disk of Postgres',
      used: gigabytesADay * of('retentionDays'),
      limit: of('diskGigabytes'),
      unit: 'GB',
    },
  ]
  return { needs, limits }
}

/** Between the two measured render times in proportion; beyond the longer one, nothing is added. */
function coresOf(figures: Figures, load: Load): Record<Part, number> {
  const { jobsPerSecond, renderSeconds, pollsPerJob } = load
  const { settings, cpuMsPerJob, waitingCpuMsPerJob } = figures
  const span = settings.waitingSeconds - settings.renderSeconds
  const share = Math.min(1, Math.max(0, (renderSeconds - settings.renderSeconds) / span))
  const added: Partial<Record<Part, number>> = {
    api: pollsPerJob * of('pollMs'),
    worker: largerPictureMs(load.fileMegabytes),
  }
  const msOf = (part: Part) => {
    const [short, long] = [cpuMsPerJob[part] ?? 0, waitingCpuMsPerJob[part] ?? 0]
    return short + (long - short) * share + (added[part] ?? 0)
  }
  return Object.fromEntries(PARTS.map((part) => [part, (jobsPerSecond * msOf(part)) / 1_000])) as Record<
    Part,
    number
  >
}

/** A picture is decoded to its last pixel; a video is not. */
function largerPictureMs(megabytes: number): number {
  const isPicture = megabytes <= of('pictureMegabytes')
  return isPicture ? Math.max(0, megabytes - of('measuredMegabytes')) * of('pictureMs') : 0
}
