import { Link } from '@tanstack/react-router'
import { useIsSold } from '../../api/billing.ts'
import { buttonClass } from '../../parts/button.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'

/** The way to more credits. Test credits are not sold, and some services sell none. */
export function BuyLink({ small = false }: { small?: boolean }) {
  const { billing: words } = useWords()
  const isSold = useIsSold()
  const mode = useMode()
  if (!isSold || mode === 'test') return null
  return (
    <Link to="/billing" className={buttonClass({ small })}>
      {words.packs}
    </Link>
  )
}
