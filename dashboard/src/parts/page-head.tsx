import type { ReactNode } from 'react'
import { useTitle } from './use-title.ts'

type PageHeadProps = {
  /** The name of the page in the window. */
  name: string
  title: ReactNode
  /** Before the title and the sentence. */
  picture?: ReactNode
  eyebrow?: ReactNode
  lede?: ReactNode
  children?: ReactNode
}

/** The sentence that answers the question of the page, and what can be done about it. */
export function PageHead({ name, title, picture, eyebrow, lede, children }: PageHeadProps) {
  useTitle(name)
  return (
    <div className="head">
      <div className={picture ? 'titled' : undefined}>
        {picture && <span className="frame">{picture}</span>}
        <div className="min-w-0">
          {eyebrow && <div className="eyebrow">{eyebrow}</div>}
          <h1 className="line-clamp-4 wrap-anywhere">{title}</h1>
          {lede && <p className="lede wrap-anywhere">{lede}</p>}
        </div>
      </div>
      {children}
    </div>
  )
}
