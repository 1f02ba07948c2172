import type { Transaction } from '@atelier/contract'
import { Link } from '@tanstack/react-router'
import { Coins, Image, type LucideIcon, Undo2, Video } from 'lucide-react'
import { credits, shortId, signedCredits } from '../../format/numbers.ts'
import { exactTime, when } from '../../format/time.ts'
import { join } from '../../parts/join-classes.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMedia } from '../../shell/use-media.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import type { ChainVerdict } from './walk-chain.ts'

const icons: Partial<Record<Transaction['reason'], LucideIcon>> = {
  image_generation: Image,
  video_generation: Video,
  image_generation_refund: Undo2,
  video_generation_refund: Undo2,
}

type EntriesProps = { entries: Transaction[]; verdict: ChainVerdict | undefined }

/** Newest first. On the phone a table becomes a list of two lines each. */
export function Entries({ entries, verdict }: EntriesProps) {
  const { creditsPage: words } = useWords()
  const isPhone = useMedia('(max-width: 759px)')
  const isWhole = verdict?.kind === 'holds' || verdict?.kind === 'wrong-sum'
  const brokenAt = verdict?.kind === 'broken' ? entries.findIndex(({ id }) => id === verdict.entry.id) : -1
  const knotOf = (at: number) =>
    isWhole || (brokenAt >= 0 && at > brokenAt) ? 'holds' : at === brokenAt && brokenAt >= 0 && 'broken'
  return (
    <section className="card overflow-hidden">
      <div className="card-head pb-2.5">
        <h2>{words.entries}</h2>
      </div>
      {isPhone ? (
        <ul className="list tabular-nums">
          {entries.map((entry) => (
            <li key={entry.id}>
              <What entry={entry} withTime />
              <span className="ml-auto text-right">
                <span className="block font-medium">{signedCredits(entry.amount)}</span>
                <span className="text-xs text-ink3">{credits(entry.balanceAfter)}</span>
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <table className="entries tabular-nums">
          <thead>
            <tr>
              <th>{words.time}</th>
              <th>{words.what}</th>
              <th className="right">{words.amount}</th>
              <th className="right">{words.after}</th>
              <th className="right">{words.link}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <Row key={entry.id} entry={entry} knot={knotOf(at)} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

function Row({ entry, knot }: { entry: Transaction; knot: string | false }) {
  return (
    <tr>
      <td className="w-40 whitespace-nowrap text-ink3">
        <Time at={entry.createdAt} />
      </td>
      <td>
        <What entry={entry} />
      </td>
      <td className="right font-medium">{signedCredits(entry.amount)}</td>
      <td className="right text-ink2">{credits(entry.balanceAfter)}</td>
      <td className="right whitespace-nowrap">
        <span className="mono mr-3 text-ink3" title={entry.txHash}>
          {shortId(entry.txHash, 4, 0)}
        </span>
        <span className={join('knot', knot)} aria-hidden="true" />
      </td>
    </tr>
  )
}

function Time({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return (
    <time dateTime={at} title={exactTime(new Date(at), language)}>
      {when(new Date(at), now, language)}
    </time>
  )
}

function What({ entry, withTime = false }: { entry: Transaction; withTime?: boolean }) {
  const { creditsPage: words } = useWords()
  const Icon = icons[entry.reason] ?? Coins
  const text = <span className="block truncate font-medium">{words.reasons[entry.reason]}</span>
  return (
    <span className="flex min-w-0 items-center gap-3">
      <span className="glyphbox">
        <Icon strokeWidth={1.6} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        {entry.refType === 'generated_media' ? (
          <Link to="/studio/$id" params={{ id: entry.refId }} className="hover:underline">
            {text}
          </Link>
        ) : (
          text
        )}
        {withTime && (
          <span className="text-xs text-ink3">
            <Time at={entry.createdAt} />
          </span>
        )}
      </span>
    </span>
  )
}
