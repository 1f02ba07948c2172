import { Link } from '@tanstack/react-router'
import { useWords } from '../../words/index.ts'
import { Plan } from '../plan/plan.tsx'
import { Claims } from './claims.tsx'
import type { KnowledgeTab } from './knowledge-tab.ts'
import { Patterns } from './patterns.tsx'
import { Reporters } from './reporters.tsx'
import { ReviewCard } from './review-card.tsx'

const PATTERNS = 7
const CLAIMS = 5

type OverviewProps = { productId: string | undefined; isEmpty: boolean }

/** The most important of each view. */
export function Overview({ productId, isEmpty }: OverviewProps) {
  const { knowledge: words } = useWords()
  return (
    <div className="columns">
      {isEmpty ? (
        <section className="card empty c8">
          <p>{words.noRows}</p>
          <p className="text-s text-ink3">{words.importHelp}</p>
        </section>
      ) : (
        <Patterns productId={productId} most={PATTERNS} className="c8">
          <SeeAll tab="patterns" />
        </Patterns>
      )}
      <ReviewCard className="c4" />
      {!isEmpty && (
        <>
          <Claims productId={productId} most={CLAIMS} className="c8">
            <SeeAll tab="claims" />
          </Claims>
          <Reporters productId={productId} className="c4" />
        </>
      )}
      {productId !== undefined && <Plan productId={productId} className="c12" />}
    </div>
  )
}

function SeeAll({ tab }: { tab: KnowledgeTab }) {
  const { knowledge: words } = useWords()
  return (
    <Link
      to="/knowledge"
      search={(search) => ({ ...search, tab })}
      className="block border-t border-line px-4 py-3 text-s font-medium text-ink2 phone:px-5"
      aria-label={`${words.seeAll}: ${words.tabs[tab]}`}
    >
      {words.seeAll}
    </Link>
  )
}
