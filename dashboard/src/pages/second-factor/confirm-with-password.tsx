import { PasswordNeeded } from '../../api/session.ts'
import { Button } from '../../parts/button.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'

type ConfirmWithPasswordProps = {
  label: string
  busy: boolean
  error: Error | null
  isDanger?: boolean
  onConfirm(): void
  onClose(): void
}

/** The buttons of a question. The password, and a code, are asked for when they were given long ago. */
export function ConfirmWithPassword(props: ConfirmWithPasswordProps) {
  const { label, busy, error, isDanger = false, onConfirm, onClose } = props
  const { common } = useWords()
  const needsPassword = error instanceof PasswordNeeded
  return (
    <>
      {needsPassword && <PasswordStep onDone={onConfirm} />}
      {error && !needsPassword && <Problem error={error} />}
      <div className="mt-6 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        {!needsPassword && (
          <Button tone={isDanger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {label}
          </Button>
        )}
      </div>
    </>
  )
}
