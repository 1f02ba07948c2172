import type { Invitation } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { invitationsQuery, revokeInvitation } from '../../api/operator.ts'
import { wayInQuery } from '../../api/way-in.ts'
import { shortId } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import type { Tone } from '../../parts/glyph.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useWords } from '../../words/index.ts'
import { InviteDialog } from './invite-dialog.tsx'
import { ListCard } from './list-card.tsx'
import { useWhen } from './use-when.ts'

const tones = {
  open: 'go',
  accepted: 'good',
  revoked: 'wait',
  expired: 'wait',
} as const satisfies Record<Invitation['state'], Tone>

/** Who was invited. A link that was not used can be revoked. */
export function Invitations() {
  const { invitations: words } = useWords().operator
  const client = useQueryClient()
  const say = useToast()
  const [isNew, setNew] = useState(false)
  const invitations = useQuery(invitationsQuery)
  const { data: wayIn } = useQuery(wayInQuery)
  const isClosed = wayIn?.signUp === 'closed'
  const revoking = useMutation({
    mutationFn: revokeInvitation,
    onSuccess: () => say(words.revoked),
    onSettled: () => client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
  })
  const invite = !isClosed && (
    <Button small className="ml-auto" onClick={() => setNew(true)}>
      {words.invite}
    </Button>
  )
  const note = isClosed ? words.closed : invitations.data?.length === 0 && words.none
  return (
    <>
      {revoking.error && <Problem error={revoking.error} />}
      <ListCard title={words.title} aside={invite} reading={invitations} note={note}>
        {invitations.data?.map((invitation) => (
          <Row
            key={invitation.id}
            invitation={invitation}
            isBusy={revoking.isPending && revoking.variables === invitation.id}
            onRevoke={() => revoking.mutate(invitation.id)}
          />
        ))}
      </ListCard>
      {isNew && <InviteDialog onClose={() => setNew(false)} />}
    </>
  )
}

type RowProps = { invitation: Invitation; isBusy: boolean; onRevoke(): void }

function Row({ invitation, isBusy, onRevoke }: RowProps) {
  const { invitations: words } = useWords().operator
  const write = useWhen()
  const { id, email, state, createdAt, expiresAt, acceptedBy } = invitation
  // The address of an accepted invitation is forgotten: it is that of the user.
  const name = email ?? shortId(acceptedBy ?? id)
  return (
    <li className="max-phone:flex-wrap">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{name}</span>
          <Chip tone={tones[state]}>{words.states[state]}</Chip>
        </div>
        <div className="text-s text-ink3">
          {words.made(write(createdAt))}
          {state === 'open' && ` · ${words.ends(write(expiresAt))}`}
        </div>
      </div>
      {state === 'open' && (
        <Button small busy={isBusy} aria-label={words.revokeLabel(name)} onClick={onRevoke}>
          {words.revoke}
        </Button>
      )}
    </li>
  )
}
