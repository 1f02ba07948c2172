import { useNavigate } from '@tanstack/react-router'
import type { Mode } from '../api/addresses.ts'
import { useWords } from '../words/index.ts'
import { useMode } from './use-mode.ts'

const modes: Mode[] = ['live', 'test']

export function ModeSwitch() {
  const { modes: words } = useWords()
  const mode = useMode()
  const navigate = useNavigate()
  const choose = (chosen: Mode) =>
    navigate({ to: '.', search: (search) => ({ ...search, mode: chosen === 'test' ? 'test' : undefined }) })
  return (
    <div className="mode" role="group" aria-label={words.label}>
      {modes.map((one) => (
        <button key={one} type="button" aria-pressed={one === mode} onClick={() => choose(one)}>
          {words[one]}
        </button>
      ))}
    </div>
  )
}
