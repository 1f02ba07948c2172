import { type Hit, RECALL_TOKENS } from '@atelier/contract'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { z } from 'zod'
import type { Random } from '../../harness/random/index.ts'
import { createHostileString } from './create-hostile-string.ts'
import { fieldSchema } from './field-schema.ts'
import { isRefusal } from './is-refusal.ts'
import { type Journey, journeys, type Victim } from './journeys.ts'
import { findInvisible, judgeText, readBlock } from './read-block.ts'

export type HttpTally = {
  strings: number
  refused: number
  hits: number
  blocks: number
  /** The fields whose text was written and then not recalled. */
  missed: string[]
  slowestRecallMs: number
  complaints: string[]
}

/** Sends hostile strings over HTTP, the fields in turn, and checks every answer that shows them. */
export async function runHttp(count: number, random: Random, victims: Victim[]): Promise<HttpTally> {
  const fields = Object.entries(journeys).map(([name, journey]) => ({ name, journey, most: lengthOf(name) }))
  const tally: HttpTally = {
    strings: 0,
    refused: 0,
    hits: 0,
    blocks: 0,
    missed: [],
    slowestRecallMs: 0,
    complaints: [],
  }
  const work = async (victim: Victim): Promise<void> => {
    while (tally.strings < count) {
      const at = tally.strings++
      const { name, journey, most } = fields[at % fields.length] as (typeof fields)[number]
      const words = `mot${at}quilo wort${at}tramb`
      const text = mix(createHostileString(random), words, most, random)
      await probe(victim, { field: name, journey, text, words }, tally).catch((error) => {
        if (!isRefusal(error)) throw error
        tally.refused++
      })
    }
  }
  await Promise.all(victims.map(work))
  return tally
}

const lengthOf = (field: string): number =>
  (z.toJSONSchema(fieldSchema(field), { io: 'input' }) as { maxLength: number }).maxLength

/** The words first or last, and as much of the hostile text as fits. */
export function mix(hostile: string, words: string, most: number, random: Random): string {
  const rest = [...hostile].slice(0, most - words.length - 1).join('')
  return random.next() < 0.5 ? `${words} ${rest}` : `${rest} ${words}`
}

async function probe(
  victim: Victim,
  { field, journey, text, words }: { field: string; journey: Journey; text: string; words: string },
  tally: HttpTally,
): Promise<void> {
  const complain = (what: string) => tally.complaints.push(`${field}: ${what}`)
  await journey.take(victim, text, words)
  const q = encodeURIComponent(words)
  const found = await victim.agent('GET', `/api/agent/knowledge/search?q=${q}&limit=100`)
  const start = performance.now()
  const { recall } = await victim.agent('GET', `/api/agent/knowledge/recall?q=${q}`)
  tally.slowestRecallMs = Math.max(tally.slowestRecallMs, performance.now() - start)
  findInAnswer([found, recall.hits]).forEach(complain)
  for (const hit of [...found.hits, ...recall.hits] as Hit[]) judgeHit(hit, journey, words).forEach(complain)
  tally.hits += found.hits.length
  if (recall.text === '') {
    tally.missed.push(field)
    return
  }
  const { lines, complaints } = readBlock(recall.text)
  complaints.forEach(complain)
  if (lines.length !== recall.hits.length) complain(`${lines.length} lines for ${recall.hits.length} hits`)
  if (countTokens(recall.text) > RECALL_TOKENS) complain(`too many tokens: ${recall.text}`)
  tally.blocks++
}

const MATCH = 'It shares (?:\\d+ words?|parts of words) with the question'
const BACKING =
  'rows of two sources stand behind it|rows stand behind it|the owner stands behind it|it is only claimed'
const WHY = new RegExp(`^${MATCH}; (?:${BACKING}); it is (?:up to 1|\\d+) days? old\\.$`)

/** In this check no report is repeated, and nothing is accepted or pinned. */
function judgeHit(hit: Hit, { evidence }: Journey, words: string): string[] {
  const complaints = judgeText(hit.kind, hit.evidence, hit.text)
  if (!WHY.test(hit.why)) complaints.push(`why is ${JSON.stringify(hit.why)}`)
  if (hit.evidence === 'corroborated') complaints.push(`corroborated: ${JSON.stringify(hit)}`)
  const isOwn = hit.text.includes(words)
  const isMore = hit.evidence !== 'claimed' && hit.evidence !== evidence
  if (isOwn && isMore) complaints.push(`became ${hit.evidence}: ${JSON.stringify(hit)}`)
  return complaints
}

/** The invisible characters in any text of an answer. Lists show a text with its line breaks. */
export function findInAnswer(answer: unknown): string[] {
  if (typeof answer === 'string') return findInvisible(answer.replaceAll(/[\t\n]/g, ' '))
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => [...findInvisible(name), ...findInAnswer(value)])
}
