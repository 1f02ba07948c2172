import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { type Invited, invitationsQuery, inviteUser } from '../../api/operator.ts'
import { wayInQuery } from '../../api/way-in.ts'
import type { Language } from '../../format/time.ts'
import { Button } from '../../parts/button.tsx'
import { CopyButton } from '../../parts/copy-button.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Field, FieldGroup } from '../../parts/field.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { languages, useLanguage, useWords } from '../../words/index.ts'

/**
 * An address, then its link, and whether a mail brings one, too. The link is only here: never in the address,
 * the storage or a log.
 */
export function InviteDialog({ onClose }: { onClose(): void }) {
  const { operator, common } = useWords()
  const { invitations: words } = operator
  const client = useQueryClient()
  const isMailed = useQuery(wayInQuery).data?.mail === true
  const inviting = useMutation({
    mutationFn: inviteUser,
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  if (inviting.data)
    return (
      <Dialog
        isOpen
        onClose={onClose}
        title={words.linkTitle}
        text={inviting.data.mailed ? words.mailedText(inviting.variables.email) : words.linkText}
      >
        <div className="code outlined" data-testid="link">
          {inviting.data.link}
        </div>
        <div className="mt-6 flex flex-wrap items-center justify-end gap-2">
          <CopyButton text={inviting.data.link} label={words.linkTitle} />
          <Button tone="primary" onClick={onClose}>
            {inviting.data.mailed ? common.close : words.saved}
          </Button>
        </div>
      </Dialog>
    )
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={words.newTitle}
      text={isMailed ? words.newMailText : words.newText}
      narrow
    >
      <AddressForm
        busy={inviting.isPending}
        error={inviting.error}
        isMailed={isMailed}
        onSend={(invited) => inviting.mutate(invited)}
        onClose={onClose}
      />
    </Dialog>
  )
}

type AddressFormProps = {
  busy: boolean
  error: Error | null
  /** The service sends mails, so their language is asked for. */
  isMailed: boolean
  onSend(invited: Invited): void
  onClose(): void
}

function AddressForm({ busy, error, isMailed, onSend, onClose }: AddressFormProps) {
  const { words, language: ours } = useLanguage()
  const { operator, common, wayIn } = words
  const [email, setEmail] = useState('')
  const [language, setLanguage] = useState(ours)
  const [isTried, setTried] = useState(false)
  const isAddress = /^\S+@\S+$/.test(email.trim())
  const send = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isAddress && !busy) onSend({ email: email.trim(), language })
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
      {isMailed && (
        <FieldGroup label={operator.invitations.language}>
          <Segmented
            label={operator.invitations.language}
            value={language}
            choices={languages}
            onChoose={(chosen: Language) => setLanguage(chosen)}
          />
        </FieldGroup>
      )}
      {error && <Problem error={error} />}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button type="submit" tone="primary" busy={busy}>
          {isMailed ? operator.invitations.send : operator.invitations.submit}
        </Button>
      </div>
    </form>
  )
}
