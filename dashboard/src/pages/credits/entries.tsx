import type { OwnedMedia, Transaction } from '@atelier/contract'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins, Image, type LucideIcon, Undo2, Video } from 'lucide-react'
import { useRef } from 'react'
import { spendQuery } from '../../api/credits.ts'
import { keyNamesQuery } from '../../api/keys.ts'
import { picturesQuery } from '../../api/knowledge.ts'
import { productsQuery } from '../../api/media.ts'
import { credits, shortId, signedCredits } from '../../format/numbers.ts'
import { IMAGE_PRICE } from '../../format/prices.ts'
import { exactTime, when } from '../../format/time.ts'
import { Glyph, statusTones } from '../../parts/glyph.tsx'
import { Id } from '../../parts/id.tsx'
import { join } from '../../parts/join-classes.ts'
import { useNow } from '../../parts/use-now.ts'
import { useMedia } from '../../shell/use-media.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords, type Words } from '../../words/index.ts'
import type { Knot } from './knots-of.ts'
import { lastDays } from './spend-lanes-of.ts'

/** What the chart shows first. */
const FIRST_DAYS = 14

const icons: Partial<Record<Transaction['reason'], LucideIcon>> = {
  image_generation: Image,
  video_generation: Video,
  image_generation_refund: Undo2,
  video_generation_refund: Undo2,
}

type EntriesProps = { entries: Transaction[]; knots: Knot[] }

/** What an entry paid for: its picture, its product and who ordered it, as far as they are still known. */
type Paid = { medium: OwnedMedia | undefined; product: string | undefined; key: string | undefined }

const IDS_PER_READ = 20

/** Read in parts, oldest first: they stay the same while new entries arrive. What was read stays shown. */
function usePaid(entries: Transaction[]): (entry: Transaction) => Paid {
  const { home } = useWords()
  const mode = useMode()
  const ids = [...new Set(entries.filter(isJob).map(({ refId }) => refId))].toReversed()
  const parts = Array.from({ length: Math.ceil(ids.length / IDS_PER_READ) }, (_, at) =>
    ids.slice(at * IDS_PER_READ, (at + 1) * IDS_PER_READ),
  )
  const read = useQueries({ queries: parts.map((part) => picturesQuery(mode, part)) })
  const media = useRef(new Map<string, OwnedMedia>()).current
  for (const { data } of read) for (const [id, medium] of data ?? []) media.set(id, medium)
  const products = new Map(useQuery(productsQuery(mode)).data?.map(({ id, name }) => [id, name]))
  const keys = new Map(useQuery(keyNamesQuery).data?.map(({ id, name }) => [id, name]))
  return (entry) => {
    const medium = isJob(entry) ? media.get(entry.refId) : undefined
    if (!medium) return { medium, product: undefined, key: undefined }
    const key = medium.keyId === null ? home.byHand : keys.get(medium.keyId)
    return { medium, product: products.get(medium.productId ?? ''), key }
  }
}

const isJob = ({ refType }: Transaction): boolean => refType === 'generated_media'

/** Newest first. On the phone a table becomes a list of two lines each. */
export function Entries({ entries, knots }: EntriesProps) {
  const { creditsPage: words } = useWords()
  const isPhone = useMedia('(max-width: 759px)')
  const paidOf = usePaid(entries)
  return (
    <section className="card overflow-hidden">
      <div className="card-head flex-wrap pb-2.5">
        <h2>{words.entries}</h2>
        <Today />
      </div>
      {isPhone ? (
        <ul className="list tabular-nums">
          {entries.map((entry) => (
            <li key={entry.id}>
              <What entry={entry} paid={paidOf(entry)} withTime />
              <span className="ml-auto text-right">
                <span className={join('block font-medium', entry.amount > 0 && 'text-good')}>
                  {signedCredits(entry.amount)}
                </span>
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
              <th>{words.key}</th>
              <th className="right">{words.amount}</th>
              <th className="right">{words.after}</th>
              <th className="right">{words.link}</th>
            </tr>
          </thead>
          <tbody>
            {entries.map((entry, at) => (
              <Row key={entry.id} entry={entry} paid={paidOf(entry)} knot={knots[at] ?? null} />
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}

/** What today's entries come to, from the rows that the chart above has read. */
function Today() {
  const { creditsPage: words } = useWords()
  const days = lastDays(FIRST_DAYS, useNow())
  const spend = useQuery(spendQuery(useMode(), 'key', days[0] ?? '')).data
  const rows = spend?.rows.filter(({ day }) => day === days.at(-1)) ?? []
  const charged = rows.reduce((sum, row) => sum + row.charged, 0)
  const refunded = rows.reduce((sum, row) => sum + row.refunded, 0)
  if (charged === 0 && refunded === 0) return null
  return <p className="tabular-nums">{words.todaySums(credits(charged), credits(refunded))}</p>
}

type RowProps = { entry: Transaction; paid: Paid; knot: Knot }

function Row({ entry, paid, knot }: RowProps) {
  const { creditsPage: words } = useWords()
  return (
    <tr>
      <td className="w-40 whitespace-nowrap text-ink3">
        <Time at={entry.createdAt} />
      </td>
      {/* As wide as the other columns leave it: a long name is cut. */}
      <td className="w-full max-w-0">
        <What entry={entry} paid={paid} />
      </td>
      <td className="max-w-48 truncate text-ink2">{paid.key}</td>
      <td className={join('right font-medium', entry.amount > 0 && 'text-good')}>
        {signedCredits(entry.amount)}
      </td>
      <td className="right text-ink2">{credits(entry.balanceAfter)}</td>
      <td className="right whitespace-nowrap">
        <span className="mr-3">
          <Id id={entry.txHash} label={words.hash} shown={shortId(entry.txHash, 4, 0)} />
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

/** Where there is no picture: how the job stands, or what kind of entry it is. */
function State({ entry, medium }: { entry: Transaction; medium: OwnedMedia | undefined }) {
  const Icon = icons[entry.reason] ?? Coins
  if (!medium || medium.status === 'completed')
    return (
      <span className="glyphbox">
        <Icon strokeWidth={1.6} aria-hidden="true" />
      </span>
    )
  return (
    <span className={`glyphbox t-${statusTones[medium.status]}`}>
      <Glyph name={medium.status} size={14} />
    </span>
  )
}

/** "2 pictures", "Video, 10 s", "Refund of a video": an entry pays a whole job. */
function nameOf({ reason, amount }: Transaction, medium: OwnedMedia | undefined, words: Words): string {
  const { creditsPage: page, picture } = words
  const pictures = -amount / IMAGE_PRICE
  if (reason === 'image_generation' && pictures > 1) return page.pictures(pictures)
  if (reason === 'video_generation' && medium)
    return `${page.reasons[reason]}, ${picture.seconds(medium.durationSeconds)}`
  return page.reasons[reason]
}

type WhatProps = { entry: Transaction; paid: Paid; withTime?: boolean }

function What({ entry, paid: { medium, product, key }, withTime = false }: WhatProps) {
  const all = useWords()
  const what = all.common.list([nameOf(entry, medium, all), product ?? ''].filter(Boolean))
  const text = <span className="block truncate font-medium">{what}</span>
  return (
    <span className="flex min-w-0 items-center gap-3">
      {medium?.thumbnailUrl && entry.amount < 0 ? (
        <span className="thumb size-9!">
          <img src={medium.thumbnailUrl} alt="" loading="lazy" />
        </span>
      ) : (
        <State entry={entry} medium={medium} />
      )}
      <span className="min-w-0">
        {isJob(entry) ? (
          <Link to="/studio/$id" params={{ id: entry.refId }} className="hover:underline">
            {text}
          </Link>
        ) : (
          text
        )}
        {withTime && (
          <span className="block truncate text-xs text-ink3">
            <Time at={entry.createdAt} />
            {key && `, ${key}`}
          </span>
        )}
      </span>
    </span>
  )
}
