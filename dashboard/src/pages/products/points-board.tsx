import type { Cep, Media } from '@atelier/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Copy, Ellipsis, Trash2, WandSparkles } from 'lucide-react'
import { useState } from 'react'
import { deletePoint, type PointTarget, rereadPoints } from '../../api/catalog.ts'
import { metricName, metricValue, UNKNOWN } from '../../format/results.ts'
import { Button } from '../../parts/button.tsx'
import { copyText } from '../../parts/copy-text.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { TierBadge } from '../../parts/tier-mark.tsx'
import { useToast } from '../../parts/toast.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import type { Place } from './places-of.ts'
import { usePlaces } from './use-places.ts'

/** 30 places to say why people buy. Free places stand last, on the phone as one line. */
export function PointsBoard({ target }: { target: PointTarget }) {
  const { points: words } = useWords()
  const { points, history, places, free, pictureOf } = usePlaces(target)
  const [removing, setRemoving] = useState<Cep | null>(null)
  if (points.isPending)
    return (
      <Waiting>
        <Skeleton className="h-80" />
      </Waiting>
    )
  // Without the history every place would look as if it had never been tried.
  const failed = [points, history].find(({ error, data }) => error && !data)
  if (failed) return <Problem error={failed.error} onRetry={failed.refetch} />
  return (
    <>
      <ul className="board" aria-label={words.board}>
        {places.map((place) => (
          <PlaceCard
            key={place.point.id}
            place={place}
            picture={pictureOf(place.pictureId)}
            onRemove={() => setRemoving(place.point)}
          />
        ))}
        {Array.from({ length: free }, (_, at) => places.length + at + 1).map((place) => (
          <li key={place} className="free max-phone:hidden">
            <span className="sr-only">{words.freePlace(place)}</span>
            <span aria-hidden="true">{place}</span>
          </li>
        ))}
        {free > 0 && <li className="free all phone:hidden">{words.free(free)}</li>}
      </ul>
      {removing && <RemoveDialog point={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

type PlaceCardProps = { place: Place; picture: Media | undefined; onRemove(): void }

function PlaceCard({ place, picture, onRemove }: PlaceCardProps) {
  const { points: words } = useWords()
  const { point, tier, ads, pictureId } = place
  const image = picture?.thumbnailUrl
  return (
    <li className="card place">
      <div className="frame">
        {picture && image ? (
          <Link to="/studio/$id" params={{ id: picture.id }}>
            <img src={image} alt={picture.prompt} loading="lazy" />
          </Link>
        ) : (
          <span className="text-xs text-ink3">{words.noPicture}</span>
        )}
        {tier && <TierBadge tier={tier} />}
      </div>
      <div className="text">
        <div className="line-clamp-2 font-medium" title={point.cepText}>
          {point.cepText}
        </div>
        <div className="truncate text-xs text-ink3">{point.angle ?? point.painPoint ?? ''}</div>
        {point.keywords.length > 0 && (
          <div className="truncate text-xs text-ink3" title={point.keywords.join(', ')}>
            {words.foundBy(point.keywords.join(', '))}
          </div>
        )}
        <div className="mt-auto flex items-center gap-2 pt-1 text-xs tabular-nums">
          <span className="text-ink3">
            {ads > 0 ? words.ads(ads) : pictureId === null ? words.neverTried : words.noAd}
          </span>
          <span className="ml-auto font-medium">
            <ResultOf place={place} />
          </span>
          <PlaceMenu point={point} onRemove={onRemove} />
        </div>
      </div>
    </li>
  )
}

/** The estimate of the best ad, or a dash with its reason. */
function ResultOf({ place: { best, ads } }: { place: Place }) {
  const { points: words } = useWords()
  if (ads === 0) return null
  if (!best?.observed)
    return (
      <span title={words.noResult}>
        <span aria-hidden="true">{UNKNOWN}</span>
        <span className="sr-only">{words.noResult}</span>
      </span>
    )
  const { metric, value } = best.observed
  return `${metricName(metric)} ${metricValue(metric, value, best.currency)}`
}

function PlaceMenu({ point, onRemove }: { point: Cep; onRemove(): void }) {
  const { points: words, common } = useWords()
  const toast = useToast()
  const copyId = async () => {
    if (await copyText(point.id)) toast(common.copied)
  }
  const navigate = useNavigate()
  const make = () =>
    navigate({ to: '/make', search: { product: point.productId ?? undefined, point: point.id } })
  const trigger = (
    <Button
      small
      iconOnly
      tone="quiet"
      aria-label={words.moreFor(point.cepText)}
      icon={<Ellipsis aria-hidden="true" />}
    />
  )
  return (
    <Menu trigger={trigger}>
      {point.productId && (
        <MenuItem icon={<WandSparkles aria-hidden="true" />} onSelect={make}>
          {words.make}
        </MenuItem>
      )}
      <MenuItem icon={<Copy aria-hidden="true" />} onSelect={copyId}>
        {words.copyId}
      </MenuItem>
      <MenuItem danger icon={<Trash2 aria-hidden="true" />} onSelect={onRemove}>
        {words.remove}
      </MenuItem>
    </Menu>
  )
}

/** Says that results stay, before the place is freed. */
function RemoveDialog({ point, onClose }: { point: Cep; onClose(): void }) {
  const { points: words, common } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const toast = useToast()
  const removing = useMutation({
    mutationFn: () => deletePoint(mode, point.id),
    onSuccess: () => {
      toast(words.removed)
      onClose()
    },
    onSettled: () => rereadPoints(client, mode),
  })
  return (
    <Dialog isOpen onClose={onClose} title={words.removeTitle} text={words.removeText} narrow>
      <blockquote className="quote mb-4 line-clamp-6">{point.cepText}</blockquote>
      {removing.error && <Problem error={removing.error} />}
      <div className="flex justify-end gap-2">
        <Button tone="quiet" onClick={onClose}>
          {common.cancel}
        </Button>
        <Button tone="danger" busy={removing.isPending} onClick={() => removing.mutate()}>
          {words.remove}
        </Button>
      </div>
    </Dialog>
  )
}
