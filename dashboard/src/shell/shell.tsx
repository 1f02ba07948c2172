import { Outlet, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useWords } from '../words/index.ts'
import { Following } from './following.tsx'
import { usePages } from './pages.ts'
import { BottomBar, TopBar } from './phone-bars.tsx'
import { ShortcutList } from './shortcut-list.tsx'
import { type Shortcuts, useShortcuts } from './shortcuts.ts'
import { SideBar } from './side-bar.tsx'
import { useMode } from './use-mode.ts'

/** Not needed before the first search. */
const SearchDialog = lazy(async () => ({ default: (await import('./search-dialog.tsx')).SearchDialog }))

type Opened = 'search' | 'shortcuts' | null

/** The frame around every page for a signed-in owner. */
export function Shell() {
  const words = useWords()
  const mode = useMode()
  const navigate = useNavigate()
  const pages = usePages()
  const [opened, setOpened] = useState<Opened>(null)
  const shortcuts = useMemo<Shortcuts>(
    () => ({
      'mod k': () => setOpened('search'),
      '?': () => setOpened('shortcuts'),
      n: () => navigate({ to: '/make' }),
      ...Object.fromEntries(pages.map(({ letter, to }) => [`g ${letter}`, () => navigate({ to })])),
    }),
    [navigate, pages],
  )
  useShortcuts(shortcuts)
  const close = () => setOpened(null)
  return (
    <>
      <a href="#content" className="skip">
        {words.skip}
      </a>
      {mode === 'test' && <div className="test-strip" aria-hidden="true" />}
      <div className="app">
        <SideBar onSearch={() => setOpened('search')} />
        <div className="min-w-0">
          <TopBar onSearch={() => setOpened('search')} />
          <main id="content" className="page" tabIndex={-1}>
            <Following />
            <Outlet />
          </main>
        </div>
      </div>
      <BottomBar />
      {opened === 'search' && (
        <Suspense>
          <SearchDialog isOpen onClose={close} />
        </Suspense>
      )}
      <ShortcutList isOpen={opened === 'shortcuts'} onClose={close} />
    </>
  )
}
