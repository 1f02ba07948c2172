import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router'
import { isWorthRepeating } from '../api/call.ts'
import { Button, buttonClass } from '../parts/button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Skeleton, Waiting } from '../parts/skeleton.tsx'
import { useWords } from '../words/index.ts'

export function NotFound() {
  const { common } = useWords()
  return (
    <main className="empty min-h-dvh content-center">
      <h1>{common.notFound}</h1>
      <Link to="/" className={buttonClass({ tone: 'primary' })}>
        {common.toHome}
      </Link>
    </main>
  )
}

/** In the frame of the signed-in pages. */
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

/** Instead of the frame: nobody said yet who is signed in. A busy service is asked again by itself. */
export function Unreachable({ error }: ErrorComponentProps) {
  const { common } = useWords()
  const router = useRouter()
  return (
    <main className="page">
      {isWorthRepeating(error) ? (
        <>
          <h1 className="mb-4">{common.unreachable}</h1>
          <Problem error={error} onRetry={() => router.invalidate()} />
        </>
      ) : (
        <Broken />
      )}
    </main>
  )
}

/** Instead of the frame, while the service takes its time to say who is signed in. */
export const Asking = () => (
  <main className="page">
    <Waiting>
      <Skeleton className="h-96" />
    </Waiting>
  </main>
)
