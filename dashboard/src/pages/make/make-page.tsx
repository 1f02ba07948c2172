import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from 'react'
import { pointsQuery } from '../../api/catalog.ts'
import { charactersQuery, mediumQuery, productsQuery } from '../../api/media.ts'
import { quoteQuery, sendOrder } from '../../api/orders.ts'
import { credits } from '../../format/numbers.ts'
import { Button } from '../../parts/button.tsx'
import { Field, FieldGroup } from '../../parts/field.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { useSettled } from '../../parts/use-settled.ts'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { BuyLink } from '../billing/buy-link.tsx'
import { formFrom, formOf, type MakeForm, readOrder } from './make-form.ts'

const PROMPT_MOST = { image: 1_000, video: 2_000 }
const QUOTE_AFTER_MS = 350

export function MakePage() {
  const { make } = useWords()
  const [form, setForm] = useMakeForm()
  return (
    <>
      <PageHead name={make.title} title={make.title} lede={make.lede} />
      <div className="columns items-start">
        <section className="card c7 grid gap-5 p-4 phone:p-5">
          <OrderFields form={form} onChange={(change) => setForm({ ...form, ...change })} />
        </section>
        <Summary form={form} />
      </div>
    </>
  )
}

/** Empty, or filled from the address or from the result that is made again. A refusal loses nothing. */
function useMakeForm(): [MakeForm, Dispatch<SetStateAction<MakeForm>>] {
  const given = useSearch({ from: '/signed-in/make' })
  const { from } = given
  const mode = useMode()
  const source = useQuery({ ...mediumQuery(mode, from ?? ''), enabled: from !== undefined })
  const [form, setForm] = useState<MakeForm>(() => formFrom(given))
  const filled = useRef<string | null>(null)
  useEffect(() => {
    // Once: a later change of that result must not replace what was typed meanwhile.
    if (!source.data || filled.current === source.data.id) return
    filled.current = source.data.id
    setForm(formOf(source.data))
  }, [source.data])
  return [form, setForm]
}

type FieldsProps = { form: MakeForm; onChange(change: Partial<MakeForm>): void }

function OrderFields({ form, onChange }: FieldsProps) {
  const { make } = useWords()
  const most = PROMPT_MOST[form.kind]
  return (
    <>
      <FieldGroup label={make.kind}>
        <Segmented
          label={make.kind}
          value={form.kind}
          choices={[
            { value: 'image', label: make.image },
            { value: 'video', label: make.video },
          ]}
          onChoose={(kind: MakeForm['kind']) => onChange({ kind })}
        />
      </FieldGroup>
      <Field label={make.prompt} help={make.promptHelp(form.prompt.length, most)}>
        {(ids) => (
          <textarea
            {...ids}
            className="input"
            rows={5}
            maxLength={most}
            value={form.prompt}
            onChange={(event) => onChange({ prompt: event.target.value })}
          />
        )}
      </Field>
      <Ingredients form={form} onChange={onChange} />
      <Shape form={form} onChange={onChange} />
    </>
  )
}

function Ingredients({ form, onChange }: FieldsProps) {
  const { make } = useWords()
  const mode = useMode()
  const products = useQuery(productsQuery(mode)).data ?? []
  const characters = useQuery(charactersQuery(mode)).data ?? []
  const target = { productId: form.product }
  const points = useQuery({ ...pointsQuery(mode, target), enabled: form.product !== '' }).data ?? []
  const reasons = form.product === '' ? [] : points.map(({ id, cepText }) => ({ id, name: cepText }))
  const select = (
    label: string,
    none: string,
    [name, list]: ['product' | 'character' | 'point', { id: string; name: string }[]],
  ) => (
    <Field label={label}>
      {(ids) => (
        <select
          {...ids}
          className="input"
          value={form[name]}
          onChange={({ target: { value } }) =>
            // An entry point belongs to its product.
            onChange(name === 'product' ? { product: value, point: '' } : { [name]: value })
          }
        >
          <option value="">{none}</option>
          {list.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
  return (
    <div className="grid gap-4 phone:grid-cols-2">
      {select(make.product, make.noProduct, ['product', products])}
      {select(make.character, make.noCharacter, ['character', characters])}
      {reasons.length > 0 && (
        <div className="phone:col-span-2">{select(make.point, make.noPoint, ['point', reasons])}</div>
      )}
    </div>
  )
}

const asChoices = <Value extends string>(labels: Record<Value, string>) =>
  (Object.entries(labels) as [Value, string][]).map(([value, label]) => ({ value, label }))

function Shape({ form, onChange }: FieldsProps) {
  const { make, picture } = useWords()
  const isImage = form.kind === 'image'
  return (
    <div className="flex flex-wrap gap-x-6 gap-y-4">
      <FieldGroup label={make.size}>
        <Segmented
          label={make.size}
          value={form.shape}
          choices={asChoices(isImage ? make.shapes : make.videoShapes)}
          onChoose={(shape: MakeForm['shape']) => onChange({ shape })}
        />
      </FieldGroup>
      {isImage ? (
        <FieldGroup label={make.count}>
          <Segmented
            label={make.count}
            value={form.count}
            choices={asChoices({ 1: '1', 2: '2', 4: '4' })}
            onChoose={(count: MakeForm['count']) => onChange({ count })}
          />
        </FieldGroup>
      ) : (
        <>
          <FieldGroup label={make.length}>
            <Segmented
              label={make.length}
              value={form.seconds}
              choices={asChoices({ 6: picture.seconds(6), 10: picture.seconds(10), 15: picture.seconds(15) })}
              onChoose={(seconds: MakeForm['seconds']) => onChange({ seconds })}
            />
          </FieldGroup>
          <FieldGroup label={make.quality}>
            <Segmented
              label={make.quality}
              value={form.quality}
              choices={asChoices({ SD: 'SD', HD: 'HD' })}
              onChoose={(quality: MakeForm['quality']) => onChange({ quality })}
            />
          </FieldGroup>
        </>
      )}
    </div>
  )
}

/** The price, the photos and the button. Nothing is ordered without the quote on the button. */
function Summary({ form }: { form: MakeForm }) {
  const { make } = useWords()
  const mode = useMode()
  const order = useMemo(() => readOrder(form), [form])
  const settled = useSettled(order, QUOTE_AFTER_MS)
  const quote = useQuery({ ...quoteQuery(mode, settled), placeholderData: keepPreviousData })
  const isCurrent = settled === order && !quote.isPlaceholderData && !quote.isFetching
  const sending = useOrder(order)
  const shown = order.prompt === '' ? undefined : quote.data
  return (
    <section className="card c5 grid gap-4 p-4 phone:p-5" aria-labelledby="order">
      <h2 id="order">{make.order}</h2>
      {!shown && <p className="text-s text-ink3">{make.quoteAfter}</p>}
      {shown && (
        <>
          <Photos quote={shown} />
          <p className="text-s text-ink2 tabular-nums">
            {shown.affordable
              ? make.balanceAfter(credits(shown.balanceAfter))
              : make.notEnough(credits(shown.creditsCost), credits(shown.balance))}
          </p>
          {!shown.affordable && <BuyLink />}
          {shown.warnings.map((warning) => (
            <p key={warning.message} className="note warn">
              {warning.message}
            </p>
          ))}
        </>
      )}
      {quote.error && order.prompt !== '' && <Problem error={quote.error} />}
      {sending.error && <Problem error={sending.error} isOrder />}
      <Button
        tone="primary"
        busy={sending.isPending}
        disabled={!shown?.affordable || !isCurrent}
        onClick={() => sending.mutate()}
        className="min-w-56 tabular-nums"
      >
        <span>
          {make.submit}
          {shown && isCurrent && ` · ${make.price(credits(shown.creditsCost))}`}
        </span>
      </Button>
    </section>
  )
}

type QuoteShown = {
  references: { fileUrl: string; label: string; order: number }[]
  droppedReferences: unknown[]
}

function Photos({ quote }: { quote: QuoteShown }) {
  const { make } = useWords()
  if (quote.references.length === 0) return <p className="text-s text-ink3">{make.noPhotos}</p>
  return (
    <div>
      <h3 className="mb-2">{make.usedPhotos}</h3>
      <ul className="flex flex-wrap gap-2">
        {quote.references.map((photo) => (
          <li key={photo.order} className="thumb size-16!" title={photo.label}>
            <img src={photo.fileUrl} alt={photo.label} />
          </li>
        ))}
      </ul>
      {quote.droppedReferences.length > 0 && (
        <p className="mt-2 text-s text-ink2">{make.droppedPhotos(quote.droppedReferences.length)}</p>
      )}
    </div>
  )
}

/**
 * One name for one order, until it is changed or taken: after a lost answer a second press pays nothing,
 * whatever was answered in between. A refused order leaves its name free.
 */
function useOrder(order: ReturnType<typeof readOrder>) {
  const mode = useMode()
  const client = useQueryClient()
  const navigate = useNavigate()
  // Not a state: two presses before the page is drawn again have one name, too.
  const held = useRef<{ name: string; order: string } | null>(null)
  const written = JSON.stringify(order)
  return useMutation({
    mutationFn: () => {
      if (held.current?.order !== written)
        held.current = { name: `page-${crypto.randomUUID()}`, order: written }
      return sendOrder(mode, order, held.current.name)
    },
    onSuccess: (id) => {
      held.current = null
      client.invalidateQueries({ queryKey: ['changes', mode] })
      client.invalidateQueries({ queryKey: ['credits', mode] })
      navigate({ to: '/studio/$id', params: { id } })
    },
  })
}
