import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { ChevronLeft } from 'lucide-react'
import { useMemo } from 'react'
import { mediumQuery } from '../../api/media.ts'
import { buttonClass } from '../../parts/button.tsx'
import { NotThere } from '../../parts/not-there.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useShortcuts } from '../../shell/shortcuts.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { ChooseOther } from './choose-other.tsx'
import { compareFacts } from './compare-facts.ts'
import { Differences } from './differences.tsx'
import { Results } from './results.tsx'
import { Side } from './side.tsx'
import { useCompared } from './use-compared.ts'

/** Which of two, and why. Both are in the address. */
export function ComparePage() {
  const { compare, picture } = useWords()
  const { first, second } = useSearch({ from: '/signed-in/compare' })
  const navigate = useNavigate()
  const shortcuts = useMemo(() => {
    const leave = () => navigate({ to: '/studio' })
    return { Escape: leave }
  }, [navigate])
  useShortcuts(shortcuts)
  return (
    <>
      <div className="mb-4">
        <Link to="/studio" className={`${buttonClass({ tone: 'quiet', small: true })} -ml-2.5`}>
          <ChevronLeft aria-hidden="true" />
          {picture.back}
        </Link>
      </div>
      {first === undefined ? (
        <>
          <Head />
          <section className="card empty">
            <p>{compare.none}</p>
            <ToStudio />
          </section>
        </>
      ) : (
        <Loaded first={first} second={second} />
      )}
    </>
  )
}

function Head() {
  const { compare } = useWords()
  return <PageHead name={compare.title} title={compare.title} lede={compare.lede} />
}

function ToStudio() {
  const { picture } = useWords()
  return (
    <Link to="/studio" className={buttonClass({})}>
      {picture.back}
    </Link>
  )
}

function Loaded({ first, second }: { first: string; second: string | undefined }) {
  const mode = useMode()
  const one = useQuery(mediumQuery(mode, first))
  const other = useQuery({ ...mediumQuery(mode, second ?? ''), enabled: second !== undefined })
  const { compare, search } = useWords()
  if (one.error && !one.data)
    return (
      <NotThere kind={search.kinds.media} error={one.error} onRetry={one.refetch}>
        <ToStudio />
      </NotThere>
    )
  if (other.error && !other.data)
    return (
      <NotThere kind={search.kinds.media} error={other.error} onRetry={other.refetch}>
        <Link to="/compare" search={{ first }} className={buttonClass({})}>
          {compare.another}
        </Link>
      </NotThere>
    )
  return (
    <>
      <Head />
      {(one.isPending || (second !== undefined && other.isPending)) && (
        <Waiting>
          <Skeleton className="h-[480px]" />
        </Waiting>
      )}
      {one.data && second === undefined && <ChooseOther medium={one.data} />}
      {one.data && other.data && second !== undefined && <Both first={one.data} second={other.data} />}
    </>
  )
}

function Both({ first, second }: { first: Media; second: Media }) {
  const { words, language } = useLanguage()
  const { compare } = words
  const facts = compareFacts(useCompared(first), useCompared(second), words, language)
  return (
    <div className="grid gap-6">
      <div className="pair">
        <Side medium={first} name={compare.first} />
        <Side medium={second} name={compare.second}>
          <Link to="/compare" search={{ first: first.id }} className={buttonClass({ small: true })}>
            {compare.another}
          </Link>
        </Side>
      </div>
      <Differences title={compare.differences(facts.filter(({ differs }) => differs).length)} facts={facts} />
      <Results first={first} second={second} />
    </div>
  )
}
