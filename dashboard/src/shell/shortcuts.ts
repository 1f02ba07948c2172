import { useEffect, useRef } from 'react'

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
  // It outlives a new set of shortcuts: the page may be drawn again between two keys.
  const pressed = useRef({ key: '', at: 0 })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key
      if (key === 'k' && (event.ctrlKey || event.metaKey)) return run(event, shortcuts['mod k'])
      // A menu or a dialog has taken it, and may be gone already.
      if (event.defaultPrevented) return
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (!areLettersOn() || isTyping(event.target) || isDialogOpen()) return
      const isSecond = pressed.current.key === 'g' && event.timeStamp - pressed.current.at < SECOND_KEY_MS
      pressed.current = { key: isSecond ? '' : key, at: event.timeStamp }
      // After G only a pair counts: G P is a page, and P alone may be something else.
      run(event, shortcuts[isSecond ? `g ${key}` : key])
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [shortcuts])
}

function run(event: KeyboardEvent, action: (() => void) | undefined): void {
  if (!action) return
  event.preventDefault()
  action()
}
