import type { ReactNode } from 'react'

/** A row of filters or views. On the phone it scrolls inside itself, also by keyboard. */
export const ScrollRow = ({ label, children }: { label: string; children: ReactNode }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a row that scrolls must be reachable by keyboard.
  <div className="filters" role="group" aria-label={label} tabIndex={0}>
    {children}
  </div>
)
