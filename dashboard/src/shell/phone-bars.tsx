import { Link, useNavigate } from '@tanstack/react-router'
import { Menu as MenuIcon, Search, ServerCog, Settings, UserRound } from 'lucide-react'
import { useIsAdmin, useSession } from '../api/session.ts'
import type { Language } from '../format/time.ts'
import { Menu, MenuChoice, MenuItem, MenuNote } from '../parts/menu.tsx'
import { languages, useLanguage, useWords } from '../words/index.ts'
import { useSignOut } from './account-menu.tsx'
import { Mark } from './mark.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { isPartOf, usePages } from './pages.ts'
import { usePath } from './use-path.ts'
import { useWaitingNotes } from './use-waiting-notes.ts'

const current = { 'aria-current': 'page' } as const
/** Every path begins like that of Home. */
const exactly = { exact: true } as const

export function TopBar({ onSearch }: { onSearch(): void }) {
  const words = useWords()
  return (
    <header className="topbar">
      <Link to="/" className="brand" activeOptions={exactly}>
        <Mark />
        <span>{words.app}</span>
      </Link>
      <ModeSwitch />
      <button type="button" className="iconbutton" onClick={onSearch} aria-label={words.nav.search}>
        <Search size={20} strokeWidth={1.6} aria-hidden="true" />
      </button>
    </header>
  )
}

/** The pages have a place of their own; the rest is behind More. */
export function BottomBar() {
  const words = useWords()
  const pages = usePages()
  const waiting = useWaitingNotes()
  const path = usePath()
  return (
    <nav className="tabs" aria-label={words.main}>
      {pages
        .filter(({ isOnPhone }) => isOnPhone)
        .map(({ name, to, icon: Icon, ...page }) => (
          <Link key={name} to={to} activeOptions={exactly} {...(isPartOf({ to, ...page }, path) && current)}>
            <Icon strokeWidth={1.6} aria-hidden="true" />
            {words.nav[name]}
            {name === 'knowledge' && waiting > 0 && (
              <span className="dot">
                <span className="sr-only">{words.review.waiting(waiting)}</span>
              </span>
            )}
          </Link>
        ))}
      <More />
    </nav>
  )
}

/** Behind More, too, and no pages of the side bar. */
const others = [{ to: '/operator' }, { to: '/settings' }]

function More() {
  const { words, language, setLanguage } = useLanguage()
  const navigate = useNavigate()
  const leave = useSignOut()
  const email = useSession()?.user.email
  const isAdmin = useIsAdmin()
  const pages = usePages()
  // A page that has no place of its own in the bar is a part of this one.
  const path = usePath()
  const behindMore = [...pages.filter(({ isOnPhone }) => !isOnPhone), ...others]
  const isHere = behindMore.some((page) => isPartOf(page, path))
  const trigger = (
    <button type="button" {...(isHere && current)}>
      <MenuIcon strokeWidth={1.6} aria-hidden="true" />
      {words.nav.more}
    </button>
  )
  return (
    <Menu trigger={trigger} side="top">
      {pages
        .filter(({ isOnPhone }) => !isOnPhone)
        .map(({ name, to, icon: Icon }) => (
          <MenuItem key={name} icon={<Icon aria-hidden="true" />} onSelect={() => navigate({ to })}>
            {words.nav[name]}
          </MenuItem>
        ))}
      {isAdmin && (
        <MenuItem icon={<ServerCog aria-hidden="true" />} onSelect={() => navigate({ to: '/operator' })}>
          {words.nav.operator}
        </MenuItem>
      )}
      <MenuItem icon={<Settings aria-hidden="true" />} onSelect={() => navigate({ to: '/settings' })}>
        {words.nav.settings}
      </MenuItem>
      <MenuChoice
        label={words.account.language}
        value={language}
        choices={languages}
        onChoose={(chosen) => setLanguage(chosen as Language)}
      />
      <MenuNote>{email}</MenuNote>
      <MenuItem icon={<UserRound aria-hidden="true" />} onSelect={leave}>
        {words.account.signOut}
      </MenuItem>
    </Menu>
  )
}
