import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Check, Download, SlidersHorizontal, Upload } from 'lucide-react'
import { useState } from 'react'
import { exportAddress, historyQuery, patternsQuery } from '../../api/knowledge.ts'
import { productsQuery } from '../../api/media.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { DropZone, FileButton } from '../../parts/drop-zone.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Pick } from '../../parts/pick.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useMedia } from '../../shell/use-media.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWaitingNotes } from '../../shell/use-waiting-notes.ts'
import { useWords } from '../../words/index.ts'
import { Plan } from '../plan/plan.tsx'
import { Claims } from './claims.tsx'
import type { KnowledgeTab } from './knowledge-tab.ts'
import { Overview } from './overview.tsx'
import { describeUsual, Patterns } from './patterns.tsx'
import { Pictures } from './pictures.tsx'
import { Reporters } from './reporters.tsx'
import { Review } from './review.tsx'
import { ThresholdsDialog } from './thresholds-dialog.tsx'
import { useImport } from './use-import.ts'

const tabs: KnowledgeTab[] = ['overview', 'pictures', 'patterns', 'claims', 'plan', 'review']
const FILES = '.csv,.jsonl,.ndjson,text/csv,application/x-ndjson'

/** What works, how sure it is, and whom to believe. */
export function KnowledgePage() {
  const { knowledge: words } = useWords()
  const { tab = 'overview', product } = useSearch({ from: '/signed-in/knowledge' })
  const patterns = useQuery(patternsQuery(useMode(), product)).data
  const importing = useImport()
  return (
    <DropZone look="page" onFiles={importing.mutate}>
      <PageHead
        name={words.title}
        title={words.title}
        lede={patterns && describeUsual(patterns.baseline, words)}
      >
        <Transfer onFiles={importing.mutate} />
      </PageHead>
      <Views tab={tab} product={product} />
      <div className="grid gap-3">
        {importing.error && <Problem error={importing.error} />}
        <span role="status">{importing.isPending && words.importing('…')}</span>
        {importing.data && (
          <p className="banner good" role="status">
            <Check aria-hidden="true" />
            {words.imported(importing.data.imported, importing.data.skipped)}
          </p>
        )}
      </div>
      <Shown tab={tab} product={product} />
    </DropZone>
  )
}

type Chosen = { tab: KnowledgeTab; product: string | undefined }

function Shown({ tab, product }: Chosen) {
  const { knowledge: words } = useWords()
  const history = useQuery(historyQuery(useMode(), product))
  const isEmpty = history.data?.length === 0
  if (tab === 'review') return <Review />
  if (tab === 'plan') return <Plan productId={product} />
  if (isEmpty && tab !== 'overview')
    return (
      <section className="card empty">
        <p>{words.noRows}</p>
        <p className="text-s text-ink3">{words.importHelp}</p>
      </section>
    )
  if (tab === 'pictures') return <Pictures productId={product} />
  if (tab === 'patterns') return <Patterns productId={product} />
  if (tab === 'claims')
    return (
      <div className="columns items-start">
        <Claims productId={product} className="c8" />
        <Reporters productId={product} className="c4" />
      </div>
    )
  return <Overview productId={product} isEmpty={isEmpty} />
}

/** The view and the product are in the address. */
function Views({ tab, product }: Chosen) {
  const { knowledge: words } = useWords()
  const mode = useMode()
  const navigate = useNavigate({ from: '/knowledge' })
  const products = useQuery(productsQuery(mode)).data ?? []
  const waiting = useWaitingNotes()
  // Six views fill the width of a phone: what stands behind them would be out of sight.
  const isPhone = useMedia('(max-width: 759px)')
  const labelOf = (value: KnowledgeTab) =>
    value === 'review' && waiting > 0 ? `${words.tabs[value]} ${waiting}` : words.tabs[value]
  const pick = products.length > 0 && (
    <Pick
      label={words.product}
      any={words.allProducts}
      value={product}
      choices={products.map(({ id, name }) => ({ value: id, label: name }))}
      onChoose={(chosen) =>
        navigate({ search: (search) => ({ ...search, product: chosen === '' ? undefined : chosen }) })
      }
    />
  )
  return (
    <>
      {isPhone && pick && <div className="mb-3">{pick}</div>}
      <ScrollRow label={words.views}>
        <Segmented
          label={words.views}
          value={tab}
          choices={tabs.map((value) => ({ value, label: labelOf(value) }))}
          onChoose={(chosen: KnowledgeTab) =>
            navigate({ search: { product, ...(chosen !== 'overview' && { tab: chosen }) } })
          }
        />
        {!isPhone && pick}
      </ScrollRow>
    </>
  )
}

function Transfer({ onFiles }: { onFiles(files: File[]): void }) {
  const { knowledge: words, thresholds } = useWords()
  const mode = useMode()
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="flex gap-2">
      {mode === 'live' && (
        <Button
          iconOnly
          aria-label={thresholds.title}
          title={thresholds.title}
          icon={<SlidersHorizontal aria-hidden="true" />}
          onClick={() => setOpen(true)}
        />
      )}
      <a className={buttonClass({})} href={exportAddress(mode)} download="knowledge.ndjson">
        <Download aria-hidden="true" />
        {words.export}
      </a>
      <span title={words.importHelp}>
        <FileButton accept={FILES} multiple className={buttonClass({})} onFiles={onFiles}>
          <Upload aria-hidden="true" />
          {words.import}
        </FileButton>
      </span>
      {isOpen && <ThresholdsDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
