import { useRouter, useSearch } from '@tanstack/react-router'
import { useSession } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { useSignOut } from '../../shell/account-menu.tsx'
import { useWords } from '../../words/index.ts'
import { EntryCard } from '../way-in/entry-card.tsx'
import { FactorState } from './factor-state.tsx'

/** For users of whom the service demands a second factor: nothing else works before it is on. */
export function FactorPage() {
  const { factor, account } = useWords()
  const { next } = useSearch({ from: '/second-factor' })
  const router = useRouter()
  const session = useSession()
  const leave = useSignOut()
  const isMissing = session?.needsFactor !== false
  return (
    <EntryCard
      title={factor.title}
      lede={isMissing ? factor.demanded : factor.allOpen}
      below={<p className="max-w-full text-center text-s text-ink2 wrap-anywhere">{session?.user.email}</p>}
    >
      <div className="grid gap-2">
        <FactorState isDemanded={isMissing} />
        {!isMissing && (
          <Button tone="primary" onClick={() => router.history.push(next ?? '/')}>
            {factor.goOn}
          </Button>
        )}
        <Button tone="quiet" onClick={leave}>
          {account.signOut}
        </Button>
      </div>
    </EntryCard>
  )
}
