/** What had the focus before the first of several dialogs in a row. */
let opener: HTMLElement | null = null
/** A dialog is gone, and the focus was not returned yet. */
let isReturning = false

/** The button of a menu opens what is chosen in it: the entry itself is gone by then. */
function findOpener(active: Element | null): HTMLElement | null {
  const menu = active?.closest('[role="menu"]')
  const button = menu ? document.getElementById(menu.getAttribute('aria-labelledby') ?? '') : active
  return button instanceof HTMLElement && button !== document.body ? button : null
}

/** Called before a dialog takes the focus. */
export function rememberOpener(): void {
  const found = findOpener(document.activeElement)
  // It takes the place of another one. What was pressed there is gone, and so is its focus.
  const isNext = isReturning && found === null
  if (!isNext) opener = found
}

/** Called when a dialog goes, before the next one comes. */
export function noteClosed(): void {
  isReturning = true
}

/** Called when the focus is free again. True: it is where it was before. */
export function returnFocus(): boolean {
  isReturning = false
  if (document.querySelector('[role="dialog"]') || !opener?.isConnected) return false
  opener.focus()
  return document.activeElement === opener
}
