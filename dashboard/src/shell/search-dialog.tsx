import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import {
  Copyright,
  FileText,
  Image,
  Lightbulb,
  type LucideIcon,
  NotebookPen,
  Package,
  Plug,
  Search,
  UserRound,
} from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { pointHomeQuery, topicsQuery } from '../api/catalog.ts'
import { keyNamesQuery } from '../api/keys.ts'
import { searchQuery } from '../api/knowledge.ts'
import { charactersQuery, productsQuery } from '../api/media.ts'
import { useIsAdmin } from '../api/session.ts'
import { Dialog } from '../parts/dialog.tsx'
import { useSettled } from '../parts/use-settled.ts'
import { useWords } from '../words/index.ts'
import { findPlaces, type Place, type PlaceKind } from './find-places.ts'
import { usePages } from './pages.ts'
import { useMode } from './use-mode.ts'

const ASK_AFTER_MS = 250

const icons: Record<PlaceKind, LucideIcon> = {
  page: FileText,
  media: Image,
  history: Image,
  claim: Image,
  product: Package,
  character: UserRound,
  topic: Lightbulb,
  cep: Lightbulb,
  pattern: Lightbulb,
  key: Plug,
  note: NotebookPen,
  id: Copyright,
}

/** One search for pages, things, what was learned, and ids. */
export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const words = useWords()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.search.title}>
      <Places onDone={onClose} />
    </Dialog>
  )
}

/** What is found for a text. Names are known to the page; what was learned is asked for. */
function usePlaces(text: string): { places: Place[]; isAsking: boolean } {
  const words = useWords()
  const mode = useMode()
  const isAdmin = useIsAdmin()
  const pages = usePages()
  const settled = useSettled(text.trim(), ASK_AFTER_MS)
  const hits = useQuery(searchQuery(mode, settled))
  const products = useQuery(productsQuery(mode)).data ?? []
  const characters = useQuery(charactersQuery(mode)).data ?? []
  const topics = useQuery(topicsQuery(mode)).data ?? []
  const keys = useQuery(keyNamesQuery).data ?? []
  const pointId = /^cep_[0-9A-Za-z]{22}$/.test(settled) ? settled : ''
  const home = useQuery({ ...pointHomeQuery(mode, pointId), enabled: pointId !== '' })
  const others = [
    { label: words.make.title, to: '/make' },
    { label: words.nav.settings, to: '/settings' },
    ...(isAdmin ? [{ label: words.nav.operator, to: '/operator' }] : []),
  ]
  const places = findPlaces(text, {
    pages: [...pages.map(({ name, to }) => ({ label: words.nav[name], to })), ...others],
    products,
    characters,
    topics,
    keys: keys.filter((key) => key.mode === mode && key.revokedAt === null),
    hits: settled === text.trim() ? (hits.data ?? []) : [],
    pointHome: settled !== text.trim() ? undefined : home.isError ? null : home.data,
    isAdmin,
  })
  return { places, isAsking: settled !== text.trim() || hits.isFetching || home.isFetching }
}

function Places({ onDone }: { onDone(): void }) {
  const words = useWords()
  const navigate = useNavigate()
  const list = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const { places, isAsking } = usePlaces(text)
  const chosen = Math.min(at, Math.max(0, places.length - 1))
  const open = (place: Place | undefined) => {
    if (!place) return
    onDone()
    navigate({ to: place.to, search: place.search ?? {} })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined) return
    event.preventDefault()
    setAt((chosen + step + places.length) % Math.max(1, places.length))
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        open(places[chosen])
      }}
    >
      <div className="input">
        <Search size={16} aria-hidden="true" className="text-ink3" />
        <input
          role="combobox"
          aria-expanded={places.length > 0}
          aria-controls={list}
          aria-activedescendant={places.length > 0 ? `${list}-${chosen}` : undefined}
          aria-label={words.search.placeholder}
          placeholder={words.search.placeholder}
          value={text}
          onChange={(event) => {
            setText(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <Found list={list} places={places} chosen={chosen} onOpen={open} />
      <p className="min-h-5 text-s text-ink3" role="status">
        {places.length === 0 && !isAsking && words.search.nothing}
      </p>
    </form>
  )
}

type FoundProps = { list: string; places: Place[]; chosen: number; onOpen(place: Place): void }

/** Arrows choose and Enter opens, from the field; a press opens, too. */
function Found({ list, places, chosen, onOpen }: FoundProps) {
  const { search } = useWords()
  return (
    <div id={list} role="listbox" aria-label={search.title} className="found">
      {places.map((place, index) => {
        const Icon = icons[place.kind]
        return (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field that controls the list has the keyboard.
          // biome-ignore lint/a11y/useFocusableInteractive: an option is not focused, the field points to it.
          <div
            key={`${place.kind} ${place.id}`}
            id={`${list}-${index}`}
            role="option"
            aria-selected={index === chosen}
            className="nav"
            onClick={() => onOpen(place)}
          >
            <Icon strokeWidth={1.6} aria-hidden="true" />
            <span className="label">{place.label}</span>
            {place.kind !== 'page' && <span className="what">{search.kinds[place.kind]}</span>}
          </div>
        )
      })}
    </div>
  )
}
