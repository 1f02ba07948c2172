import { Link } from '@tanstack/react-router'
import { useWords } from '../../words/index.ts'

/** For who has an account, or whose link leads nowhere. */
export function ToSignIn() {
  const { wayIn } = useWords()
  return (
    <Link to="/sign-in" className="underline">
      {wayIn.toSignIn}
    </Link>
  )
}
