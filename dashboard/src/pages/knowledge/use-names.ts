import { useQuery } from '@tanstack/react-query'
import { pointsQuery } from '../../api/catalog.ts'
import { charactersQuery } from '../../api/media.ts'
import { useMode } from '../../shell/use-mode.ts'
import type { Names } from './name-recipe.ts'

/** The names behind the ids of a product's entry points and of all characters. */
export function useNames(productId: string | undefined): Names {
  const mode = useMode()
  const target = { productId: productId ?? '' }
  const points = useQuery({ ...pointsQuery(mode, target), enabled: productId !== undefined })
  const characters = useQuery(charactersQuery(mode))
  return {
    points: new Map(points.data?.map(({ id, cepText }) => [id, cepText])),
    characters: new Map(characters.data?.map(({ id, name }) => [id, name])),
  }
}
