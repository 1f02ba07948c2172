import type { HistoryRow, Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { Link, type LinkProps } from '@tanstack/react-router'
import { Image, Lightbulb, Megaphone, Package, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { pointsQuery } from '../../api/catalog.ts'
import { charactersQuery, productsQuery } from '../../api/media.ts'
import { credits } from '../../format/numbers.ts'
import { amountIn, metricName, metricValue } from '../../format/results.ts'
import { Glyph, tierTones } from '../../parts/glyph.tsx'
import { join } from '../../parts/join-classes.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords, type Words } from '../../words/index.ts'
import { priceOf } from '../studio/tile.tsx'

const DAY_MS = 86_400_000

type Observed = NonNullable<HistoryRow['observed']>

type Piece = {
  kind: keyof Words['picture']['chainKinds']
  /** Undefined: it is missing, and `text` says what to do. */
  title: string | undefined
  text: string
  sign: ReactNode
  tone?: string
  link?: Pick<LinkProps, 'to' | 'params' | 'search'>
}

/** Where does this result come from, and where did it lead? Every piece opens its page. */
export function Chain({ medium, row }: { medium: Media; row: HistoryRow | undefined }) {
  const { picture } = useWords()
  const pieces = [...useIngredients(medium), ...useResults(medium, row)]
  return (
    <section className="card c12">
      <div className="card-head">
        <h2>{picture.chain}</h2>
        <p className="max-phone:hidden">{picture.chainHelp}</p>
      </div>
      <ol className="chain">
        {pieces.map((piece) => (
          <li key={piece.kind} className={join(piece.title === undefined && 'missing')}>
            <Cell piece={piece} name={picture.chainKinds[piece.kind]} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function Cell({ piece: { title, text, sign, tone, link }, name }: { piece: Piece; name: string }) {
  const { picture } = useWords()
  const words = (
    <span className="min-w-0">
      <span className="block text-xs text-ink3">{name}</span>
      <span className="line-clamp-2 font-medium wrap-anywhere">{title ?? picture.chainNone}</span>
      <span className="line-clamp-2 text-xs text-ink3 tabular-nums">{text}</span>
    </span>
  )
  const shown = (
    <>
      <span className={join('glyphbox', tone)}>{sign}</span>
      {words}
    </>
  )
  return link ? (
    <Link {...link} className="cell">
      {shown}
    </Link>
  ) : (
    <span className="cell">{shown}</span>
  )
}

/** The photo, the entry point and the character that it was made from. */
function useIngredients(medium: Media): Piece[] {
  const { picture } = useWords()
  const mode = useMode()
  const { productId, characterId, cepId, inputs } = medium
  const product = useQuery(productsQuery(mode)).data?.find(({ id }) => id === productId)
  const character = useQuery(charactersQuery(mode)).data?.find(({ id }) => id === characterId)
  const target = { productId: productId ?? '' }
  const points = useQuery({ ...pointsQuery(mode, target), enabled: productId !== null }).data
  const point = points?.find(({ id }) => id === cepId)
  const [photo] = inputs
  const toProduct = { to: '/products/$id', params: { id: productId ?? '' } } as const
  return [
    {
      kind: 'photo',
      title: photo?.label,
      text: photo ? (product?.name ?? '') : picture.chainHints.photo,
      sign: photo ? <img src={photo.fileUrl} alt="" loading="lazy" /> : <Package aria-hidden="true" />,
      ...(productId && { link: toProduct }),
    },
    {
      kind: 'point',
      // A deleted one is still known by its id.
      title: cepId === null ? undefined : (point?.cepText ?? cepId),
      text: cepId === null ? picture.chainHints.point : (point?.angle ?? ''),
      sign: <Lightbulb aria-hidden="true" />,
      ...(productId && { link: { ...toProduct, search: { tab: 'points' } } }),
    },
    {
      kind: 'character',
      title: characterId === null ? undefined : (character?.name ?? characterId),
      text: characterId === null ? picture.chainHints.character : '',
      sign: <UserRound aria-hidden="true" />,
      ...(characterId && { link: { to: '/characters/$id', params: { id: characterId } } }),
    },
  ]
}

/** The picture itself, the ad that showed it, and what the ad did. */
function useResults(medium: Media, row: HistoryRow | undefined): Piece[] {
  const words = useWords()
  const { picture, knowledge } = words
  const observed = row?.observed ?? undefined
  const range = observed && [observed.low, observed.high].map((value) => metricValue(observed.metric, value))
  const tab = observed ? 'pictures' : 'claims'
  const link = { to: '/knowledge', search: { tab, product: medium.productId ?? undefined } } as const
  return [
    {
      kind: 'this',
      title: medium.hook ? `“${medium.hook}”` : picture.kind[medium.mediaType],
      text: medium.parentId ? '' : words.credits(priceOf(medium)),
      sign: medium.thumbnailUrl ? <img src={medium.thumbnailUrl} alt="" /> : <Image aria-hidden="true" />,
      tone: 'current',
    },
    {
      kind: 'ad',
      title: row ? (row.campaignName ?? row.platformAdId ?? knowledge.noName) : undefined,
      text: row ? describeAd(row, words) : picture.chainHints.ad,
      sign: <Megaphone aria-hidden="true" />,
      ...(row && { link }),
    },
    {
      kind: 'result',
      title: observed && writeResult(observed, row?.currency ?? null),
      text: range ? picture.chainRange(range[0] ?? '', range[1] ?? '') : picture.chainHints.result,
      sign: <Glyph name={row?.tier ?? 'unproven'} size={18} />,
      ...(row && observed && { link, tone: `t-${tierTones[row.tier]}` }),
    },
  ]
}

const writeResult = ({ metric, value }: Observed, currency: string | null): string =>
  `${metricName(metric)} ${metricValue(metric, value, currency)}`

function describeAd({ spend, currency, windowStart, windowEnd }: HistoryRow, { picture }: Words): string {
  const days =
    windowStart && windowEnd
      ? 1 + Math.round((new Date(windowEnd).getTime() - new Date(windowStart).getTime()) / DAY_MS)
      : null
  const parts = [
    spend !== null && amountIn(spend, currency),
    days !== null && picture.chainDays(credits(days)),
  ]
  return parts.filter(Boolean).join(' · ')
}
