import type { UnsentMail } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { mailsQuery } from '../../api/operator.ts'
import { wayInQuery } from '../../api/way-in.ts'
import { Chip } from '../../parts/chip.tsx'
import type { Tone } from '../../parts/glyph.tsx'
import { useWords } from '../../words/index.ts'
import { ListCard } from './list-card.tsx'
import { useWhen } from './use-when.ts'

const tones = {
  waiting: 'wait',
  refused: 'bad',
  late: 'bad',
} as const satisfies Record<UnsentMail['state'], Tone>

/** Mails that nobody got: given up, or still to be sent. What was given up comes first. */
export function UnsentMails() {
  const { mails: words } = useWords().operator
  const mails = useQuery(mailsQuery)
  const isSent = useQuery(wayInQuery).data?.mail !== false
  const shown = mails.data?.toSorted(
    (one, other) => Number(one.state === 'waiting') - Number(other.state === 'waiting'),
  )
  return (
    <ListCard
      title={words.title}
      aside={<p className="max-phone:hidden">{words.lede}</p>}
      reading={mails}
      note={isSent ? shown?.length === 0 && words.none : words.noServer}
    >
      {shown?.map((mail) => (
        <Row key={mail.id} mail={mail} />
      ))}
    </ListCard>
  )
}

function Row({ mail }: { mail: UnsentMail }) {
  const { mails: words } = useWords().operator
  const write = useWhen()
  const { kind, address, state, attempts, trouble, createdAt, nextAt } = mail
  return (
    <li className="items-start!">
      <div className="min-w-0 grow">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">{address}</span>
          <Chip tone={tones[state]}>{words.states[state]}</Chip>
        </div>
        <div className="text-s text-ink2">
          {words.kinds[kind]} · {words.tries(attempts)}
        </div>
        <div className="text-s text-ink3 tabular-nums">
          {words.queued(write(createdAt))}
          {nextAt !== null && ` · ${words.next(write(nextAt))}`}
        </div>
        {trouble !== null && <div className="text-xs wrap-anywhere text-ink2">{words.said(trouble)}</div>}
      </div>
    </li>
  )
}
