import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { pointsQuery } from '../../api/catalog.ts'
import { keyNamesQuery } from '../../api/keys.ts'
import { charactersQuery, type MediaFilters, modelsQuery, productsQuery } from '../../api/media.ts'
import { Pick } from '../../parts/pick.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { useDayChoices } from './day-strip.tsx'

const statuses: Media['status'][] = ['queued', 'processing', 'completed', 'failed', 'stalled']

type Name = 'type' | 'status' | 'product' | 'key' | 'character' | 'point' | 'model' | 'day'
type FiltersProps = { filters: MediaFilters; names: ReadonlyMap<string, string> }

/** What is filtered is in the address, so that Back and a copied link work. */
export const Filters = memo(function Filters({ filters, names }: FiltersProps) {
  const { studio } = useWords()
  const navigate = useNavigate({ from: '/studio' })
  const change = (name: Name, value: string) =>
    navigate({
      search: (search) => ({
        ...search,
        // An entry point belongs to its product.
        ...(name === 'product' && { point: undefined }),
        [name]: value === '' ? undefined : value,
      }),
    })
  return (
    <ScrollRow label={studio.filters}>
      <Segmented
        label={studio.filters}
        value={filters.type ?? 'all'}
        choices={[
          { value: 'all', label: studio.all },
          { value: 'image', label: studio.images },
          { value: 'video', label: studio.videos },
        ]}
        onChoose={(type: string) => change('type', type === 'all' ? '' : type)}
      />
      <Picks filters={filters} names={names} onChange={change} />
    </ScrollRow>
  )
})

type PicksProps = FiltersProps & { onChange(name: Name, value: string): void }

/** What there is to choose from. A filter without a choice is not shown, unless it is on. */
function Picks({ filters, names, onChange }: PicksProps) {
  const { studio, home } = useWords()
  const mode = useMode()
  const keys = useQuery(keyNamesQuery)
  const characters = useQuery(charactersQuery(mode))
  const models = useQuery(modelsQuery(mode))
  const days = useDayChoices(mode)
  const target = { productId: filters.productId ?? '' }
  const isOfProduct = filters.productId !== undefined
  const points = useQuery({ ...pointsQuery(mode, target), enabled: isOfProduct })
  const products = useQuery(productsQuery(mode))
  const ofMode = keys.data?.filter((key) => key.mode === mode) ?? []
  const asChoices = (all: { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const picks = [
    {
      name: 'key' as const,
      label: studio.key,
      value: filters.keyId,
      choices: [...asChoices(ofMode), { value: 'none', label: home.byHand }],
      isPending: keys.isPending && filters.keyId !== undefined,
    },
    {
      name: 'status' as const,
      label: studio.state,
      value: filters.status,
      choices: statuses.map((value) => ({ value, label: studio.states[value] })),
      isPending: false,
    },
    {
      name: 'product' as const,
      label: studio.product,
      value: filters.productId,
      choices: [...names].map(([value, label]) => ({ value, label })),
      isPending: products.isPending,
    },
    {
      name: 'point' as const,
      label: studio.cep,
      value: filters.cepId,
      choices: isOfProduct
        ? (points.data ?? []).map(({ id, cepText }) => ({ value: id, label: cepText }))
        : [],
      isPending: isOfProduct && points.isPending,
    },
    { name: 'day' as const, label: studio.day, value: filters.day, ...days },
    {
      name: 'character' as const,
      label: studio.character,
      value: filters.characterId,
      choices: asChoices(characters.data ?? []),
      isPending: characters.isPending,
    },
    {
      name: 'model' as const,
      label: studio.model,
      value: filters.model,
      choices: (models.data ?? []).map(({ id }) => ({ value: id, label: id })),
      isPending: models.isPending,
    },
  ]
  // What is known later stands behind what is there, so that nothing moves.
  const unknown = picks.findIndex(({ isPending }) => isPending)
  return picks
    .slice(0, unknown === -1 ? picks.length : unknown)
    .filter(({ choices, value }) => choices.length > 0 || value !== undefined)
    .map(({ name, isPending: _, ...pick }) => (
      <Pick key={name} any={studio.anyOf} {...pick} onChoose={(value) => onChange(name, value)} />
    ))
}
