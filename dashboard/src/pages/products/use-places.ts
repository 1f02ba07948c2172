import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { type PointTarget, pointsQuery } from '../../api/catalog.ts'
import { historyQuery, picturesQuery, productMediaQuery } from '../../api/knowledge.ts'
import { useMode } from '../../shell/use-mode.ts'
import { placesOf } from './places-of.ts'

const PLACES = 30

/** The entry points of a product with their results; those of a topic have none of their own. */
export function usePlaces(target: PointTarget) {
  const mode = useMode()
  const productId = 'productId' in target ? target.productId : ''
  const points = useQuery(pointsQuery(mode, target))
  const history = useQuery({ ...historyQuery(mode, productId), enabled: productId !== '' })
  const media = useQuery({ ...productMediaQuery(mode, productId), enabled: productId !== '' })
  const places = placesOf(points.data ?? [], history.data ?? [], media.data ?? [])
  const known = new Map(media.data?.map((one) => [one.id, one]))
  const missing = places.flatMap(({ pictureId }) => (pictureId && !known.has(pictureId) ? [pictureId] : []))
  const others = useQuery(picturesQuery(mode, missing)).data
  const pictureOf = (id: string | null): Media | undefined =>
    id === null ? undefined : (known.get(id) ?? others?.get(id))
  return { points, history, places, free: Math.max(0, PLACES - places.length), pictureOf }
}
