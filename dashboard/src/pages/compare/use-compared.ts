import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { pointsQuery } from '../../api/catalog.ts'
import { keyNamesQuery } from '../../api/keys.ts'
import { charactersQuery, ownedQuery, productsQuery } from '../../api/media.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import type { Compared } from './compare-facts.ts'

/** A result with the names behind its ids. A name that is not read yet, or is gone, is its id. */
export function useCompared(medium: Media): Compared {
  const { picture } = useWords()
  const mode = useMode()
  const { productId, characterId, cepId } = medium
  const products = useQuery(productsQuery(mode)).data
  const characters = useQuery(charactersQuery(mode)).data
  const target = { productId: productId ?? '' }
  const points = useQuery({ ...pointsQuery(mode, target), enabled: productId !== null }).data
  const owned = useQuery(ownedQuery(mode, medium)).data
  const keys = useQuery(keyNamesQuery).data
  const nameIn = (list: { id: string; name: string }[] | undefined, id: string | null) =>
    id === null ? undefined : (list?.find((one) => one.id === id)?.name ?? id)
  return {
    medium,
    product: nameIn(products, productId),
    character: nameIn(characters, characterId),
    point: cepId === null ? undefined : (points?.find(({ id }) => id === cepId)?.cepText ?? cepId),
    madeBy: owned ? (nameIn(keys, owned.keyId) ?? picture.byHand) : undefined,
    pixels: owned?.width ? `${owned.width} × ${owned.height}` : undefined,
  }
}
