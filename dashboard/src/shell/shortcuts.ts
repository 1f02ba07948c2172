import { useEffect } from 'react'

const STORED = 'atelier.letters'
const SECOND_KEY_MS = 1_200

export const areLettersOn = (): boolean => localStorage.getItem(STORED) !== 'off'
export const setLetters = (on: boolean): void => localStorage.setItem(STORED, on ? 'on' : 'off')

/** `g h` is G, then H; `?` is a sign that needs Shift. */
export type Shortcuts = Record<string, () => void>

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))

const isDialogOpen = (): boolean => document.querySelector('[role="dialog"], [role="menu"]') !== null

/** Single letters act outside of fields and dialogs, unless they are switched off. */
export function useShortcuts(shortcuts: Shortcuts): void {
  useEffect(() => {
    let first = ''
    let timer: ReturnType<typeof setTimeout> | undefined
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (key === 'k' && (event.ctrlKey || event.metaKey)) return run(event, shortcuts['mod k'])
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!areLettersOn() || isTyping(event.target) || isDialogOpen()) return
      // After G only a pair counts: G P is a page, and P alone may be something else.
      const wanted = first === '' ? key : `${first} ${key}`
      clearTimeout(timer)
      first = first === '' && key === 'g' ? 'g' : ''
      timer = setTimeout(() => {
        first = ''
      }, SECOND_KEY_MS)
      run(event, shortcuts[wanted])
    }
    addEventListener('keydown', onKeyDown)
    return () => {
      removeEventListener('keydown', onKeyDown)
      clearTimeout(timer)
    }
  }, [shortcuts])
}

function run(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return
  event.preventDefault()
  action()
}
