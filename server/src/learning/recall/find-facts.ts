import type { Freshness, HitKind, Pattern } from '@atelier/contract'
import type { Owner } from '#access/identity'
import { findCeps } from '#catalog/ceps'
import { type FoundSeries, findClaims, findSeries } from '#learning/evidence'
import { findPatternsById } from '#learning/knowledge'
import { type FoundNote, findNotes } from '#learning/notes'
import type { Rows } from '#platform/db'
import {
  describeCep,
  describeCounting,
  describeNote,
  describePattern,
  describeSeries,
} from './describe-fact.ts'
import { ageOf, dayOf, type Fact, refsOf } from './fact.ts'

/** What the lookups need. `trusts` holds the trust in each source of claims. */
export type FactContext = { db: Rows; owner: Owner; today: string; trusts: Map<string, number> }

type FindFacts = (context: FactContext, refs: string[]) => Promise<Fact[]>

/** One lookup per kind of hit. Records that no longer exist are left out. */
export const factFinders = {
  async history({ db, owner, today, trusts }, refs) {
    const rows = await findSeries(db, owner, refs)
    return rows.map((row) => {
      const claimedBy = sourcesOf(row)
      return {
        kind: 'history',
        ref: row.id,
        description: describeSeries(row),
        age: ageOf(row.last_day ?? dayOf(row.reported_at), today),
        isPinned: false,
        evidence: row.evidence,
        trust: trustOfSource(trusts, claimedBy),
        claimedBy,
        productId: row.product_id || null,
        platformAdId: row.platform_ad_id,
        refs: refsOf({
          historyId: row.id,
          productId: row.product_id,
          generatedMediaId: row.media_id,
          cepId: row.cep_id,
        }),
      }
    })
  },

  async pattern({ db, owner, today }, refs) {
    const patterns = await findPatternsById(db, owner, refs)
    const series = await findSeries(db, owner, patterns.flatMap(claimedSeriesIds))
    return patterns.map((pattern) => presentPattern(pattern, today, series))
  },

  async cep({ db, owner, today }, refs) {
    const ceps = await findCeps(db, owner, refs)
    return ceps.map(({ id, cepText, angle, productId, topicId, createdAt }) => ({
      kind: 'cep',
      ref: id,
      description: describeCep({ cepText, angle }),
      age: ageOf(dayOf(createdAt), today),
      isPinned: false,
      evidence: 'claimed',
      trust: null,
      claimedBy: [],
      productId,
      refs: refsOf({ cepId: id, productId, topicId }),
    }))
  },

  async claim(context, refs) {
    const notes = await findNotes(context.db, context.owner, refs)
    const reportIds = notes.flatMap(({ reportId }) => reportId ?? [])
    const claims = await findClaims(context.db, context.owner, reportIds)
    return notes.map((note) => {
      const about = claims.find(({ report_id }) => report_id === note.reportId)
      return {
        ...presentNote(note, context),
        kind: 'claim',
        productId: about?.product_id || null,
        platformAdId: about?.platform_ad_id ?? null,
        refs: refsOf({
          noteId: note.id,
          reportId: note.reportId,
          historyId: about?.series_id,
          productId: about?.product_id,
          generatedMediaId: about?.media_id,
          cepId: about?.cep_id,
        }),
      }
    })
  },

  async note(context, refs) {
    const notes = await findNotes(context.db, context.owner, refs)
    return notes.map((note) => presentNote(note, context))
  },
} satisfies Record<HitKind, FindFacts>

/** A pattern of claims has no last day, so its age is the upper limit of its freshness. */
const claimedAge = { fresh: 30, ageing: 45, stale: 180 } as const satisfies Record<Freshness, number>

const claimedSeriesIds = ({ evidence, ads }: Pattern): string[] =>
  evidence === 'claimed' ? ads.map(({ historyId }) => historyId) : []

function presentPattern(pattern: Pattern, today: string, series: FoundSeries[]): Fact {
  const seriesIds = claimedSeriesIds(pattern)
  const { id, evidence, lastObservedAt, productId, ingredients } = pattern
  return {
    kind: 'pattern',
    ref: id,
    description: describePattern(pattern),
    pattern: { title: pattern.title, counting: describeCounting(pattern) },
    age: lastObservedAt === null ? claimedAge[pattern.freshness] : ageOf(lastObservedAt, today),
    isPinned: false,
    evidence,
    trust: null,
    claimedBy: series.filter((one) => seriesIds.includes(one.id)).flatMap(sourcesOf),
    productId,
    refs: refsOf({
      patternId: id,
      productId,
      cepId: ingredients.cepId,
      characterId: ingredients.characterId,
    }),
  }
}

/** A note by an agent, or one that the owner wrote or accepted. */
function presentNote(note: FoundNote, { today, trusts }: FactContext): Fact {
  const claimedBy = note.evidence === 'claimed' ? [note.sourceId] : []
  return {
    kind: 'note',
    ref: note.id,
    description: describeNote(note),
    age: ageOf(dayOf(note.createdAt), today),
    isPinned: note.pinned,
    evidence: note.evidence,
    trust: trustOfSource(trusts, claimedBy),
    claimedBy,
    productId: null,
    refs: refsOf({ noteId: note.id }),
  }
}

/** A series without rows rests on its newest claim. */
const sourcesOf = ({ evidence, claim }: FoundSeries): string[] =>
  evidence === 'claimed' && claim ? [claim.source_id] : []

const trustOfSource = (trusts: FactContext['trusts'], [source = '']: string[]): number | null =>
  trusts.get(source) ?? null
