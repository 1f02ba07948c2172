import { useNavigate } from '@tanstack/react-router'
import { Image, type LucideIcon, Package, Search, Settings } from 'lucide-react'
import { useState } from 'react'
import { Dialog } from '../parts/dialog.tsx'
import { useWords, type Words } from '../words/index.ts'
import { pages } from './pages.ts'

const MEDIA_ID = /^med_[0-9A-Za-z]{8,40}$/
const THING_ID = /^(prd|chr|top)_[0-9A-Za-z]{8,40}$/
const places: Record<string, string> = { prd: '/products/', chr: '/characters/', top: '/topics/' }

type Found = { label: string; to: string; icon: LucideIcon }

/** Pages by their name in the reader's language; a result, a product and so on by its id. */
function findPlaces(text: string, words: Words): Found[] {
  const wanted = text.trim().toLowerCase()
  if (MEDIA_ID.test(text.trim()))
    return [{ label: words.search.openMedia(text.trim()), to: `/studio/${text.trim()}`, icon: Image }]
  const [thing, prefix = ''] = THING_ID.exec(text.trim()) ?? []
  if (thing) return [{ label: words.search.openMedia(thing), to: `${places[prefix]}${thing}`, icon: Package }]
  const all: Found[] = [
    ...pages.map(({ name, to, icon }) => ({ label: words.nav[name], to, icon })),
    { label: words.make.title, to: '/make', icon: Image },
    { label: words.nav.settings, to: '/settings', icon: Settings },
  ]
  return all.filter(({ label }) => label.toLowerCase().includes(wanted))
}

export function SearchDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const words = useWords()
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.search.title} narrow>
      <Places onDone={onClose} />
    </Dialog>
  )
}

function Places({ onDone }: { onDone(): void }) {
  const words = useWords()
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const found = findPlaces(text, words)
  const open = (to: string) => {
    onDone()
    navigate({ to })
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (found[0]) open(found[0].to)
      }}
    >
      <div className="input">
        <Search size={16} aria-hidden="true" className="text-ink3" />
        <input
          aria-label={words.search.placeholder}
          placeholder={words.search.placeholder}
          value={text}
          onChange={(event) => setText(event.target.value)}
          autoComplete="off"
          spellCheck={false}
        />
      </div>
      <ul className="mt-3 grid gap-1">
        {found.map(({ label, to, icon: Icon }) => (
          <li key={to}>
            <button type="button" className="nav" onClick={() => open(to)}>
              <Icon strokeWidth={1.6} aria-hidden="true" />
              <span className="label">{label}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="text-s text-ink3">{words.search.nothing}</p>}
    </form>
  )
}
