import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { erase, erasuresQuery } from '../../api/account.ts'
import { PasswordNeeded, useSession } from '../../api/session.ts'
import { shortId } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { PasswordStep } from '../../parts/password-step.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useSignOut } from '../../shell/account-menu.tsx'
import { useWords } from '../../words/index.ts'

/** Says what is lost before it is. An account also needs its address typed, and a fresh password. */
export function EraseDialog({ subjectId, onClose }: { subjectId: string; onClose(): void }) {
  const { data: words, common } = useWords()
  const client = useQueryClient()
  const toast = useToast()
  const leave = useSignOut()
  const email = useSession()?.user.email ?? ''
  const [typed, setTyped] = useState('')
  const isAccount = subjectId.startsWith('usr_')
  const erasing = useMutation({
    mutationFn: () => erase(subjectId),
    onSuccess: async () => {
      toast(words.erased)
      onClose()
      if (isAccount) await leave()
      else await client.invalidateQueries()
    },
    onSettled: () => client.invalidateQueries({ queryKey: erasuresQuery.queryKey }),
  })
  const needsPassword = erasing.error instanceof PasswordNeeded
  const isReady = !isAccount || typed.trim().toLowerCase() === email.toLowerCase()
  const title = isAccount ? words.accountTitle : words.eraseTitle(shortId(subjectId))
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      text={isAccount ? words.accountText : words.eraseText}
      narrow
    >
      {isAccount && (
        <Field label={words.confirm(email)}>
          {(ids) => (
            <input
              {...ids}
              className="input"
              autoComplete="off"
              autoCapitalize="none"
              inputMode="email"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {needsPassword && <PasswordStep onDone={() => isReady && erasing.mutate()} />}
      {erasing.error && !needsPassword && <Problem error={erasing.error} />}
      <div className="mt-5 flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="danger" busy={erasing.isPending} disabled={!isReady} onClick={() => erasing.mutate()}>
          {isAccount ? words.eraseAccount : words.erase}
        </Button>
      </div>
    </Dialog>
  )
}
