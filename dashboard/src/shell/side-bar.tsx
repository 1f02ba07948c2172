import { Link } from '@tanstack/react-router'
import { Search, ServerCog, Settings, UserRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { useIsAdmin, useSession } from '../api/session.ts'
import { Tooltip } from '../parts/tooltip.tsx'
import { useWords } from '../words/index.ts'
import { AccountMenu } from './account-menu.tsx'
import { Mark } from './mark.tsx'
import { ModeSwitch } from './mode-switch.tsx'
import { isPartOf, usePages } from './pages.ts'
import { useMedia } from './use-media.ts'
import { usePath } from './use-path.ts'
import { useWaitingNotes } from './use-waiting-notes.ts'

const current = { 'aria-current': 'page' } as const
/** Every path begins like that of Home. */
const exactly = { exact: true } as const

/** From 760 px on: a side bar, or a rail of icons under 1120 px. */
export function SideBar({ onSearch }: { onSearch(): void }) {
  const words = useWords()
  const email = useSession()?.user.email ?? ''
  const isAdmin = useIsAdmin()
  const pages = usePages()
  const waiting = useWaitingNotes()
  const path = usePath()
  return (
    <nav className="side" aria-label={words.main}>
      <Link to="/" className="brand" activeOptions={exactly}>
        <Mark />
        <span>{words.app}</span>
      </Link>
      <ModeSwitch />
      {pages.map(({ name, to, icon: Icon, ...page }) => (
        <Named key={name} text={words.nav[name]}>
          <Link
            to={to}
            className="nav"
            activeOptions={exactly}
            {...(isPartOf({ to, ...page }, path) && current)}
          >
            <Icon strokeWidth={1.6} aria-hidden="true" />
            <span className="label">{words.nav[name]}</span>
            {name === 'knowledge' && waiting > 0 && (
              <span className="count tabular-nums">
                <span aria-hidden="true">{waiting}</span>
                <span className="sr-only">{words.review.waiting(waiting)}</span>
              </span>
            )}
          </Link>
        </Named>
      ))}
      <div className="foot">
        <Named text={words.nav.search}>
          <button type="button" className="nav" onClick={onSearch}>
            <Search strokeWidth={1.6} aria-hidden="true" />
            <span className="label">{words.nav.search}</span>
            <span className="kbd ml-auto">Ctrl K</span>
          </button>
        </Named>
        {isAdmin && (
          <Named text={words.nav.operator}>
            <Link to="/operator" className="nav" activeProps={current}>
              <ServerCog strokeWidth={1.6} aria-hidden="true" />
              <span className="label">{words.nav.operator}</span>
            </Link>
          </Named>
        )}
        <Named text={words.nav.settings}>
          <Link to="/settings" className="nav" activeProps={current}>
            <Settings strokeWidth={1.6} aria-hidden="true" />
            <span className="label">{words.nav.settings}</span>
          </Link>
        </Named>
        <AccountMenu side="top">
          <button type="button" className="nav" aria-label={`${words.nav.account}: ${email}`}>
            <UserRound strokeWidth={1.6} aria-hidden="true" />
            <span className="label">{email}</span>
          </button>
        </AccountMenu>
      </div>
    </nav>
  )
}

/** In the rail a word appears beside its icon. */
function Named({ text, children }: { text: string; children: ReactElement }) {
  const isRail = useMedia('(max-width: 1119px)')
  return isRail ? <Tooltip text={text}>{children}</Tooltip> : children
}
