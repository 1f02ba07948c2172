import { join } from '../../parts/join-classes.ts'
import { useWords } from '../../words/index.ts'
import type { Fact } from './compare-facts.ts'
import { diffWords, type Piece } from './diff-words.ts'

type DifferencesProps = { title: string; facts: Fact[]; note?: string | undefined }

/** One line for each fact, A beside B. What differs has a sign, a word for screen readers, and weight. */
export function Differences({ title, facts, note }: DifferencesProps) {
  const { compare } = useWords()
  return (
    <section className="card">
      <div className="card-head">
        <h2>{title}</h2>
      </div>
      {note && <p className="note warn mx-4 mt-3 phone:mx-5">{note}</p>}
      <div className="versus-head" aria-hidden="true">
        <span />
        <b>{compare.first}</b>
        <b>{compare.second}</b>
      </div>
      <ul className="versus tabular-nums">
        {facts.map((fact) => (
          <Line key={fact.name} fact={fact} />
        ))}
      </ul>
    </section>
  )
}

function Line({ fact: { name, first, second, differs } }: { fact: Fact }) {
  const { compare } = useWords()
  const [one, other] = name === 'prompt' ? diffWords(first, second) : [plain(first), plain(second)]
  return (
    <li className={join(differs && 'differs')}>
      <span className="name">
        {compare.facts[name]}
        {differs && (
          <>
            <span aria-hidden="true" className="sign">
              ≠
            </span>
            <span className="sr-only">, {compare.differs}</span>
          </>
        )}
      </span>
      <Value letter={compare.first} pieces={one} />
      <Value letter={compare.second} pieces={other} />
    </li>
  )
}

const plain = (text: string): Piece[] => [{ text: text === '' ? '–' : text, isOwn: false }]

const Value = ({ letter, pieces }: { letter: string; pieces: Piece[] }) => (
  <span className="value">
    <span className="sr-only">{letter}: </span>
    {pieces.map(({ text, isOwn }, at) =>
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece is known by its place alone.
      isOwn ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
    )}
  </span>
)
