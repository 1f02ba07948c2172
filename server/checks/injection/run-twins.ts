import { cleanText, type HistoryRow, type Hit } from '@atelier/contract'
import type { Random } from '../../harness/random/index.ts'
import { createHostileString } from './create-hostile-string.ts'
import { isRefusal } from './is-refusal.ts'
import type { Victim } from './journeys.ts'
import { mix } from './run-http.ts'

const claim = { kind: 'claim', metric: 'roas', value: 6, windowStart: '2026-01-01', windowEnd: '2026-01-07' }
const CAMPAIGN_CHARACTERS = 400

/**
 * Two records that differ only in the text that an agent wrote into one of them to make it look better. That
 * one must not have better evidence, nor be ranked before the other. Records that match equally well are
 * ranked by their ids, which no caller chooses: only there may the hostile one come first.
 */
export async function runTwins(
  count: number,
  random: Random,
  victim: Victim,
): Promise<{ pairs: number; before: number; complaints: string[] }> {
  const complaints: string[] = []
  let [pairs, before] = [0, 0]
  for (let at = 0; at < count; at++) {
    const words = `zwei${at}quilo paar${at}tramb`
    const loud = `twin ${mix(createHostileString(random), words, CAMPAIGN_CHARACTERS - 10, random)}`
    const ids = await reportBoth(victim, at, `twin ${words}`, loud).catch((error) => {
      if (isRefusal(error)) return undefined
      throw error
    })
    // A text that is cleaned to nothing makes no difference.
    if (!ids || cleanText(loud) === `twin ${words}`) continue
    pairs++
    const q = encodeURIComponent(words)
    const { hits } = await victim.agent('GET', `/api/agent/knowledge/search?q=${q}&limit=100`)
    const [plain, hostile] = ids.map((id) => (hits as Hit[]).find((hit) => hit.id === id))
    if (!plain || !hostile) complaints.push(`a twin is not found: ${loud}`)
    else if (hostile.evidence !== plain.evidence)
      complaints.push(`a twin became ${hostile.evidence}: ${loud}`)
    else if (hostile.score > plain.score) {
      before++
      if (hostile.id > plain.id) complaints.push(`a twin is ranked before the other: ${loud}`)
    }
  }
  return { pairs, before, complaints }
}

/** The ids of the two in the memory, the plain one first. */
async function reportBoth({ agent }: Victim, at: number, quiet: string, loud: string): Promise<string[]> {
  const names = [`twin${at}a`, `twin${at}b`]
  for (const [which, campaignName] of [quiet, loud].entries()) {
    const platformAdId = names[which]
    const body = { ...claim, idempotencyKey: platformAdId, platformAdId, campaignName }
    await agent('POST', '/api/agent/reports', { body })
  }
  const { history } = await agent('GET', '/api/agent/knowledge/history?limit=2&since=2026-01-01')
  const idOf = (name: string) => (history as HistoryRow[]).find((row) => row.platformAdId === name)?.id ?? ''
  return names.map(idOf)
}
