import type { Media } from '@atelier/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { Mode } from '../../api/addresses.ts'
import { historyQuery } from '../../api/knowledge.ts'
import { type MediaPage, mediumQuery } from '../../api/media.ts'
import { exactTime, when } from '../../format/time.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { EvidenceGlyph } from '../../parts/evidence-mark.tsx'
import { statusTones, tierTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { NotThere } from '../../parts/not-there.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useTitle } from '../../parts/use-title.ts'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { resultOf } from '../compare/compare-facts.ts'
import { BreakdownsCard } from '../knowledge/breakdowns-card.tsx'
import { EarningsCard } from '../knowledge/earnings-card.tsx'
import { Actions } from './actions.tsx'
import { Chain } from './chain.tsx'
import { describeCharge } from './describe-charge.ts'
import { Facts, References, UploadKit } from './facts.tsx'
import { Happened } from './happened.tsx'
import { ItsDays } from './its-days.tsx'
import { Stage } from './stage.tsx'

/** About five lines on the phone. */
const LONG_PROMPT = 220

export function PicturePage() {
  const words = useWords()
  const mode = useMode()
  const { id } = useParams({ from: '/signed-in/studio/$id' })
  const medium = useQuery(mediumQuery(mode, id))
  useNeighbours(mode, id)
  return (
    <>
      {medium.isPending && (
        <Waiting>
          <Skeleton className="h-[480px]" />
        </Waiting>
      )}
      {medium.isPending && <h1 className="sr-only">{words.search.kinds.media}</h1>}
      {medium.error && !medium.data && (
        <>
          <div className="mb-4">
            <BackToStudio />
          </div>
          <NotThere kind={words.search.kinds.media} error={medium.error} onRetry={medium.refetch}>
            <Link to="/studio" className={buttonClass({})}>
              {words.picture.back}
            </Link>
          </NotThere>
        </>
      )}
      {medium.data && <Story medium={medium.data} />}
    </>
  )
}

function BackToStudio() {
  const { picture } = useWords()
  return (
    <Link to="/studio" className={`${buttonClass({ tone: 'quiet', small: true })} -ml-2.5`}>
      <ChevronLeft aria-hidden="true" />
      {picture.back}
    </Link>
  )
}

/** A long one is cut: what can be done with the result would be out of sight. */
function Prompt({ text }: { text: string }) {
  const { picture } = useWords()
  const [isWhole, showWhole] = useState(text.length <= LONG_PROMPT)
  return (
    <>
      <h1 className={join('text-xl! wrap-anywhere', !isWhole && 'line-clamp-5')}>{text}</h1>
      {!isWhole && (
        <Button small className="mt-3" onClick={() => showWhole(true)}>
          {picture.wholePrompt}
        </Button>
      )}
    </>
  )
}

/** As much of a prompt as a window shows. */
const TITLE_LENGTH = 80

/** J and K go through what the wall has loaded, in its order. */
function useNeighbours(mode: Mode, id: string): void {
  const client = useQueryClient()
  const navigate = useNavigate()
  const shortcuts = useMemo(() => {
    const go = (step: number) => {
      const lists = client.getQueriesData<MediaPage>({ queryKey: ['media', mode, 'newest'] })
      const ids = lists.flatMap(([, page]) => page?.media.map((one) => one.id) ?? [])
      const next = ids[ids.indexOf(id) + step]
      if (next && ids.includes(id)) navigate({ to: '/studio/$id', params: { id: next } })
    }
    const leave = () => navigate({ to: '/studio' })
    return { j: () => go(1), k: () => go(-1), Escape: leave }
  }, [client, mode, id, navigate])
  useShortcuts(shortcuts)
}

function Story({ medium }: { medium: Media }) {
  const { words, language } = useLanguage()
  useTitle(medium.prompt.slice(0, TITLE_LENGTH))
  const now = useNow(medium.waiting ? 1_000 : 30_000)
  const created = new Date(medium.createdAt)
  const history = useQuery(historyQuery(useMode(), medium.productId ?? undefined)).data
  const claimed = history?.find(({ generatedMediaId }) => generatedMediaId === medium.id)
  const row = resultOf(history ?? [], medium.id) ?? claimed
  // Beside the upload kit, where no days stand there.
  const isBeside = !row && medium.status === 'completed'
  return (
    <>
      <div className="mb-4 flex items-center gap-2">
        <BackToStudio />
        <time className="text-s text-ink3" dateTime={medium.createdAt} title={exactTime(created, language)}>
          {when(created, now, language)}
        </time>
        <span className="desk-only ml-auto flex! items-center gap-1.5 text-xs text-ink3 max-phone:hidden!">
          <kbd className="kbd">J</kbd>
          <kbd className="kbd">K</kbd>
          {words.picture.nextPrevious}
        </span>
      </div>
      <div className="columns">
        <div className="c7">
          <Stage medium={medium} now={now} />
        </div>
        <div className="c5 min-w-0">
          <div className="mb-3 flex flex-wrap gap-2">
            <Chip tone={statusTones[medium.status]} glyph={medium.status}>
              {words.studio.states[medium.status]}
            </Chip>
            {row?.observed && (
              <Chip tone={tierTones[row.tier]} glyph={row.tier}>
                {words.knowledge.tiers[row.tier]}
              </Chip>
            )}
            {row && (
              <span className="chip">
                <EvidenceGlyph evidence={row.evidence} />
                {words.knowledge.evidence[row.evidence]}
              </span>
            )}
            {medium.test && <Chip tone="warn">{words.modes.test}</Chip>}
          </div>
          <Prompt key={medium.id} text={medium.prompt} />
          <p className="mt-3 mb-5 text-ink2">{describeCharge(medium, words, language)}</p>
          <Actions key={medium.id} medium={medium} />
          <Facts medium={medium} />
        </div>
        <Chain medium={medium} row={row} />
        <Happened medium={medium} />
        {row && <ItsDays row={row} />}
        {isBeside && <References medium={medium} className="c7" />}
        {medium.status === 'completed' && <UploadKit id={medium.id} />}
        {row && <EarningsCard row={row} className="c12" />}
        {row?.breakdowns && (
          <BreakdownsCard row={{ breakdowns: row.breakdowns, currency: row.currency }} className="c12" />
        )}
        {!isBeside && <References medium={medium} className="c12" />}
      </div>
    </>
  )
}
