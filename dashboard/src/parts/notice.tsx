import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

/** A sentence about something that did not work, where it happened. */
export const Notice = ({ children }: { children: ReactNode }) => (
  <p className="note" role="alert">
    <CircleAlert aria-hidden="true" />
    <span className="grow">{children}</span>
  </p>
)
