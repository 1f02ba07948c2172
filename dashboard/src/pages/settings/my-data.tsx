import type { ErasureKind } from '@atelier/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { erasuresQuery } from '../../api/account.ts'
import { exportAddress } from '../../api/knowledge.ts'
import { useSession } from '../../api/session.ts'
import { when } from '../../format/time.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Field } from '../../parts/field.tsx'
import { Id } from '../../parts/id.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useNow } from '../../parts/use-now.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useLanguage, useWords } from '../../words/index.ts'
import { collectData } from './collect-data.ts'
import { EraseDialog } from './erase-dialog.tsx'

/** A result, an upload, a photo, a character or a product. */
const ERASABLE = /^(med|ast|pho|chr|prd)_[0-9A-Za-z]{22}$/
const SAVED_MS = 60_000

/** Take it with you, or have it erased. */
export function MyData() {
  const { data: words } = useWords()
  const mode = useMode()
  const user = useSession()?.user
  const [erasing, setErasing] = useState<string | null>(null)
  return (
    <section className="card grid gap-5 p-4 phone:p-5" aria-labelledby="my-data">
      <h2 id="my-data">{words.title}</h2>
      <div className="grid gap-2">
        <h3>{words.export}</h3>
        <div className="flex flex-wrap gap-2">
          <Everything />
          <a className={buttonClass({ small: true })} href={exportAddress(mode)} download="knowledge.ndjson">
            <Download aria-hidden="true" />
            {words.knowledge}
          </a>
          <a className={buttonClass({ small: true })} href={`/api/owner/${mode}/ledger/csv`} download>
            <Download aria-hidden="true" />
            {words.ledger}
          </a>
        </div>
        <p className="text-xs text-ink3">{words.exportHelp}</p>
      </div>
      <EraseOne onErase={setErasing} />
      <Erasures />
      {user && (
        <div>
          <Button icon={<Trash2 aria-hidden="true" />} onClick={() => setErasing(user.id)}>
            {words.eraseAccount}
          </Button>
        </div>
      )}
      {erasing && <EraseDialog subjectId={erasing} onClose={() => setErasing(null)} />}
    </section>
  )
}

/** One file, put together in the browser from what the owner may read. */
function Everything() {
  const { data: words } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const collecting = useMutation({
    mutationFn: () => collectData(mode, client),
    onSuccess: (collected) => saveFile(`atelier-${mode}.json`, JSON.stringify(collected, null, 2)),
  })
  return (
    <>
      <Button
        small
        busy={collecting.isPending}
        icon={<Download aria-hidden="true" />}
        onClick={() => collecting.mutate()}
      >
        {words.everything}
      </Button>
      {collecting.error && <Problem error={collecting.error} />}
    </>
  )
}

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // Some browsers read it only after this function.
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MS)
}

function EraseOne({ onErase }: { onErase(id: string): void }) {
  const { data: words } = useWords()
  const [id, setId] = useState('')
  const [isTried, setTried] = useState(false)
  const isId = ERASABLE.test(id.trim())
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (isId) onErase(id.trim())
      }}
    >
      <Field
        label={words.eraseOne}
        help={words.eraseOneHelp}
        wrong={isTried && !isId ? words.eraseMissing : undefined}
      >
        {(ids) => (
          <div className="flex gap-2">
            <input
              {...ids}
              className="input"
              autoComplete="off"
              spellCheck={false}
              value={id}
              onChange={(event) => setId(event.target.value)}
            />
            <Button type="submit">{words.erase}</Button>
          </div>
        )}
      </Field>
    </form>
  )
}

function Erasures() {
  const { words, language } = useLanguage()
  const { data: labels } = words
  const now = useNow()
  const erasures = useQuery(erasuresQuery).data
  if (!erasures || erasures.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3>{labels.list}</h3>
      <ul className="grid gap-2 text-s">
        {erasures.map(({ id, kind, subjectId, requestedAt, doneAt }) => (
          <li key={id} className="flex flex-wrap gap-x-3">
            <span className="font-medium">{labels.kinds[kind as ErasureKind]}</span>
            <Id id={subjectId} label={labels.kinds[kind as ErasureKind]} />
            <span className="text-ink3">
              {labels.requested(when(new Date(requestedAt), now, language))},{' '}
              {doneAt ? labels.done(when(new Date(doneAt), now, language)) : labels.running}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
