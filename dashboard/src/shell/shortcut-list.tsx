import { Dialog } from '../parts/dialog.tsx'
import { useWords } from '../words/index.ts'
import { usePages } from './pages.ts'

export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const words = useWords()
  const pages = usePages()
  const rows: [string[], string][] = [
    [['Ctrl', 'K'], words.shortcuts.search],
    ...pages.map(({ name, letter }): [string[], string] => [
      ['G', letter.toUpperCase()],
      words.shortcuts.go(words.nav[name]),
    ]),
    [['N'], words.shortcuts.make],
    [['↑', '↓', '←', '→'], words.shortcuts.move],
    [['J', 'K'], words.shortcuts.next],
    [['X'], words.shortcuts.choose],
    [['C'], words.shortcuts.compare],
    [['D'], words.shortcuts.download],
    [['A', 'R', 'P', 'Z'], words.shortcuts.review],
    [['Esc'], words.shortcuts.back],
    [['?'], words.shortcuts.list],
  ]
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={words.shortcuts.title} narrow>
      <dl className="grid gap-2">
        {rows.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt className="text-ink2">{what}</dt>
            <dd className="flex gap-1">
              {keys.map((key) => (
                <kbd key={key} className="kbd">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
