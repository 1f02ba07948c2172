import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { invitationsQuery, inviteUser } from '../../api/operator.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'

/** An address, then its link. The link is only here: never in the address, the storage or a log. */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { invitations: words } = useWords().operator
  const client = useQueryClient()
  const inviting = useMutation({
    mutationFn: inviteUser,
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  if (inviting.data)
    return (
      <Dialog isOpen onClose={onClose} title={words.linkTitle} text={words.linkText}>
        <div className="code outlined" data-testid="link">
          {inviting.data.link}
        </div>
        <div className="mt-6 flex flex-wrap items-center justify-end gap-2">
          <CopyButton text={inviting.data.link} label={words.linkTitle} />
          <Button tone="primary" onClick={onClose}>
            {words.saved}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog isOpen onClose={onClose} title={words.newTitle} text={words.newText} narrow>
      <AddressForm
        busy={inviting.isPending}
        error={inviting.error}
        onSend={(email) => inviting.mutate(email)}
        onClose={onClose}
      />
    </Dialog>
  )
}

type AddressFormProps = {
  busy: boolean
  error: Error | null
  onSend(email: string): void
  onClose(): void
}

function AddressForm({ busy, error, onSend, onClose }: AddressFormProps) {
  const { operator, common, wayIn } = useWords()
  const [email, setEmail] = useState('')
  const [isTried, setTried] = useState(false)
  const isAddress = /^\S+@\S+$/.test(email.trim())
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isAddress && !busy) onSend(email.trim())
  }
  return (
    <form className="grid gap-5" onSubmit={send} noValidate>
      <Field label={operator.invitations.email} wrong={isTried && !isAddress ? wayIn.emailWrong : undefined}>
        {(ids) => (
          <input
            {...ids}
            type="email"
            className="input"
            autoComplete="off"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      {error && <Problem error={error} />}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={busy}>
          {operator.invitations.submit}
        </Button>
      </div>
    </form>
  )
}
