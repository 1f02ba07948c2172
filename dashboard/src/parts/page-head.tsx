import { type ReactNode, useEffect } from 'react'
import { useWords } from '../words/index.ts'

type PageHeadProps = {
  /** The name of the page in the window. */
  name: string
  title: ReactNode
  eyebrow?: ReactNode
  lede?: ReactNode
  children?: ReactNode
}

/** The sentence that answers the question of the page, and what can be done about it. */
export function PageHead({ name, title, eyebrow, lede, children }: PageHeadProps) {
  const { app } = useWords()
  useEffect(() => {
    document.title = `${name} · ${app}`
  }, [name, app])
  return (
    <div className="head">
      <div>
        {eyebrow && <div className="eyebrow">{eyebrow}</div>}
        <h1>{title}</h1>
        {lede && <p className="lede">{lede}</p>}
      </div>
      {children}
    </div>
  )
}
