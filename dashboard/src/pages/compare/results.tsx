import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { historyQuery } from '../../api/knowledge.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { compareResults, groupOf, resultOf } from './compare-facts.ts'
import { Differences } from './differences.tsx'

/** What the ads of both did, and a warning when they are counted differently. */
export function Results({ first, second }: { first: Media; second: Media }) {
  const words = useWords()
  const { compare } = words
  const one = useResult(first)
  const other = useResult(second)
  if (!one.isKnown || !other.isKnown) return null
  if (!one.row && !other.row) return <p className="text-s text-ink3">{compare.noResults}</p>
  const groups = [one.row, other.row].flatMap((row) => (row ? [groupOf(row)] : []))
  const isOther = groups.length === 2 && groups[0] !== groups[1]
  return (
    <Differences
      title={compare.results}
      facts={compareResults(one.row, other.row, words)}
      note={isOther ? compare.otherGroup(groups[0] ?? '', groups[1] ?? '') : undefined}
    />
  )
}

function useResult({ id, productId }: Media) {
  const history = useQuery(historyQuery(useMode(), productId ?? undefined))
  return { isKnown: !history.isPending, row: resultOf(history.data ?? [], id) }
}
