import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { factorQuery } from '../../api/factor.ts'
import { wayInQuery } from '../../api/way-in.ts'
import { when } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useLanguage } from '../../words/index.ts'
import { NewCodesDialog } from './new-codes-dialog.tsx'
import { SwitchOffDialog } from './switch-off-dialog.tsx'
import { SwitchOnDialog } from './switch-on-dialog.tsx'

const FEW_CODES = 3

type Open = 'on' | 'off' | 'codes' | null

/** Whether signing in needs a code, and the buttons. `isDemanded`: the page has said that it is off. */
export function FactorState({ isDemanded = false }: { isDemanded?: boolean }) {
  const { words, language } = useLanguage()
  const { factor } = words
  const state = useQuery(factorQuery)
  const { data: wayIn } = useQuery(wayInQuery)
  const now = useNow()
  const [open, setOpen] = useState<Open>(null)
  const close = () => setOpen(null)
  if (state.error && !state.data) return <Problem error={state.error} onRetry={state.refetch} />
  if (!state.data)
    return (
      <Waiting>
        <Skeleton className="h-16" />
      </Waiting>
    )
  const { on, since, recoveryCodesLeft } = state.data
  const isPossible = on || wayIn?.secondFactor === true
  return (
    <>
      {(on || !isDemanded) && (
        <p className="text-s text-ink3">
          {on && since ? factor.isOn(when(new Date(since), now, language), recoveryCodesLeft) : factor.isOff}
        </p>
      )}
      {wayIn && !isPossible && <p className="text-s text-ink3">{factor.unavailable}</p>}
      {on && recoveryCodesLeft <= FEW_CODES && <p className="note warn">{factor.fewCodes}</p>}
      <div className="flex flex-wrap gap-2">
        {on && <Button onClick={() => setOpen('codes')}>{factor.newCodes}</Button>}
        {on && <Button onClick={() => setOpen('off')}>{factor.switchOff}</Button>}
        {!on && isPossible && (
          <Button {...(isDemanded && { tone: 'primary', className: 'grow' })} onClick={() => setOpen('on')}>
            {factor.switchOn}
          </Button>
        )}
      </div>
      {open === 'on' && <SwitchOnDialog onClose={close} />}
      {open === 'off' && <SwitchOffDialog onClose={close} />}
      {open === 'codes' && <NewCodesDialog onClose={close} />}
    </>
  )
}
