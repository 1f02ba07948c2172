import { Link } from '@tanstack/react-router'
import { Button, buttonClass } from '../parts/button.tsx'
import { useWords } from '../words/index.ts'

export function NotFound() {
  const { common } = useWords()
  return (
    <div className="empty">
      <h1>{common.notFound}</h1>
      <Link to="/" className={buttonClass({ tone: 'primary' })}>
        {common.toHome}
      </Link>
    </div>
  )
}

export function Broken() {
  const { common } = useWords()
  return (
    <div className="empty" role="alert">
      <h1>{common.broke}</h1>
      <Button tone="primary" onClick={() => location.reload()}>
        {common.reload}
      </Button>
    </div>
  )
}
