import { useWords } from '../../words/index.ts'
import { FactorState } from './factor-state.tsx'

/** Whether signing in needs a code, and how that is changed. */
export function SecondFactor() {
  const { factor } = useWords()
  return (
    <section className="card grid gap-4 p-4 phone:p-5" aria-labelledby="factor">
      <h2 id="factor">{factor.title}</h2>
      <FactorState />
    </section>
  )
}
