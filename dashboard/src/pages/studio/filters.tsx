import type { Media } from '@atelier/contract'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo } from 'react'
import { pointsQuery } from '../../api/catalog.ts'
import { keyNamesQuery } from '../../api/keys.ts'
import { charactersQuery, type MediaFilters, modelsQuery } from '../../api/media.ts'
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
  const keys = useQuery(keyNamesQuery).data?.filter((key) => key.mode === mode) ?? []
  const characters = useQuery(charactersQuery(mode)).data ?? []
  const models = useQuery(modelsQuery(mode)).data ?? []
  const target = { productId: filters.productId ?? '' }
  const isOfProduct = filters.productId !== undefined
  const points = useQuery({ ...pointsQuery(mode, target), enabled: isOfProduct }).data ?? []
  const asChoices = (all: { id: string; name: string }[]) =>
    all.map(({ id, name }) => ({ value: id, label: name }))
  const picks = [
    {
      name: 'key' as const,
      label: studio.key,
      value: filters.keyId,
      choices: [...asChoices(keys), { value: 'none', label: home.byHand }],
    },
    {
      name: 'status' as const,
      label: studio.state,
      value: filters.status,
      choices: statuses.map((value) => ({ value, label: studio.states[value] })),
    },
    // Last: what is known later moves nothing.
    {
      name: 'product' as const,
      label: studio.product,
      value: filters.productId,
      choices: [...names].map(([value, label]) => ({ value, label })),
    },
    {
      name: 'point' as const,
      label: studio.cep,
      value: filters.cepId,
      choices: isOfProduct ? points.map(({ id, cepText }) => ({ value: id, label: cepText })) : [],
    },
    { name: 'day' as const, label: studio.day, value: filters.day, choices: useDayChoices(mode) },
    {
      name: 'character' as const,
      label: studio.character,
      value: filters.characterId,
      choices: asChoices(characters),
    },
    {
      name: 'model' as const,
      label: studio.model,
      value: filters.model,
      choices: models.map(({ id }) => ({ value: id, label: id })),
    },
  ]
  return picks
    .filter(({ choices, value }) => choices.length > 0 || value !== undefined)
    .map(({ name, ...pick }) => (
      <Pick key={name} any={studio.anyOf} {...pick} onChoose={(value) => onChange(name, value)} />
    ))
}
