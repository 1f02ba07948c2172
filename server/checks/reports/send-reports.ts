import { setTimeout as sleep } from 'node:timers/promises'
import { type Dispatcher, request } from 'undici'
import type { Body, Invented } from './invent-reports.ts'

export type Counts = { accepted: number; replaced: number; ignored: number }

/** A report that the service has taken, and what it said about it. */
export type Taken = Invented & { id: string; counts: Counts }

export type Tally = { requests: number; taken: number; replays: number; inFlight: number; refused: number }

type Told = {
  status: number
  isReplay: boolean
  body: { report?: Counts & { id: string }; inFlight?: boolean }
}

const SENDERS = 12
const TRIES_MAX = 200

export type Sender = {
  baseUrl: string
  /** By user and by place of the key. */
  keys: string[][]
  dispatcher: Dispatcher
  complaints: string[]
}

/** Sends every report as often as it wants to be, and believes only what was answered. */
export async function sendReports(sender: Sender, reports: Iterator<Invented>): Promise<[Taken[], Tally]> {
  const taken: Taken[] = []
  const tally: Tally = { requests: 0, taken: 0, replays: 0, inFlight: 0, refused: 0 }
  const work = async () => {
    for (let next = reports.next(); !next.done; next = reports.next()) {
      const kept = await sendOne(sender, next.value, tally)
      if (kept) taken.push(kept)
    }
  }
  await Promise.all(Array.from({ length: SENDERS }, work))
  return [taken, tally]
}

async function sendOne(sender: Sender, report: Invented, tally: Tally): Promise<Taken | undefined> {
  const copy = () => sendUntilAnswered(sender, report, tally)
  const told: Told[] = []
  if (report.isParallel) told.push(...(await Promise.all(Array.from({ length: report.copies }, copy))))
  else for (let i = 0; i < report.copies; i++) told.push(await copy())
  const name = report.body.idempotencyKey
  if (report.isBad) {
    tally.refused += told.length
    if (told.some(({ status }) => status !== 400)) sender.complaints.push(`${name}: a bad row was taken`)
    return undefined
  }
  const answers = new Set(told.map(({ body }) => JSON.stringify(body)))
  const first = told[0]?.body.report
  const fresh = told.filter(({ isReplay }) => !isReplay).length
  if (answers.size !== 1 || !first) sender.complaints.push(`${name}: answered ${[...answers].join(' and ')}`)
  if (fresh !== 1) sender.complaints.push(`${name}: ${fresh} of its answers say that it was new`)
  tally.taken++
  tally.replays += told.length - fresh
  await tryAnotherBody(sender, report, tally)
  if (!first) return undefined
  const { id, accepted, replaced, ignored } = first
  return { ...report, id, counts: { accepted, replaced, ignored } }
}

/** Now and then somebody uses a key twice. */
async function tryAnotherBody(sender: Sender, report: Invented, tally: Tally): Promise<void> {
  if (report.copies !== 5) return
  const body = { ...report.body, campaignName: 'another' }
  const { status, body: told } = await sendUntilAnswered(sender, { ...report, body }, tally)
  tally.refused++
  if (status !== 409 || told.inFlight !== false)
    sender.complaints.push(`${body.idempotencyKey}: another body under its key was answered ${status}`)
}

async function sendUntilAnswered(sender: Sender, report: Invented, tally: Tally): Promise<Told> {
  for (let i = 0; i < TRIES_MAX; i++) {
    const told = await post(sender, sender.keys[report.user]?.[report.key] ?? '', report.body)
    tally.requests++
    if (told.status !== 409 || told.body.inFlight !== true) return told
    tally.inFlight++
    await sleep(20 + 40 * Math.random())
  }
  throw new Error(`${report.body.idempotencyKey} is in flight for ever`)
}

export async function post({ baseUrl, dispatcher }: Sender, apiKey: string, body: Body): Promise<Told> {
  const answer = await request(`${baseUrl}/api/agent/reports`, {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
    dispatcher,
  })
  const told = { status: answer.statusCode, isReplay: answer.headers['idempotent-replayed'] === 'true' }
  const text = await answer.body.text()
  if (answer.statusCode >= 500) throw new Error(`a report was answered ${answer.statusCode}: ${text}`)
  return { ...told, body: JSON.parse(text) }
}
