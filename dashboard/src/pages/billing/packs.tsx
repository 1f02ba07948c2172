import type { Billing, CreditPack } from '@atelier/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { startCheckout } from '../../api/billing.ts'
import { money } from '../../format/money.ts'
import { credits } from '../../format/numbers.ts'
import { IMAGE_PRICE } from '../../format/prices.ts'
import { Button } from '../../parts/button.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useWords } from '../../words/index.ts'

/** What is sold, with its price. The card is entered at Stripe alone. */
export function Packs({ billing: { packs, hasCard } }: { billing: Billing }) {
  const { billing: words } = useWords()
  const [keepsCard, setKeepsCard] = useState(false)
  const buying = useMutation({
    mutationFn: (packId: string) => startCheckout({ packId, keepCard: keepsCard && !hasCard }),
    // Stripe has its own page; this one is left.
    onSuccess: (url) => location.assign(url),
  })
  return (
    <section className="card" aria-labelledby="packs">
      <div className="card-head pb-4">
        <h2 id="packs">{words.packs}</h2>
      </div>
      <ul className="list">
        {packs.map((pack) => (
          <Pack
            key={pack.id}
            pack={pack}
            isBusy={buying.isPending && buying.variables === pack.id}
            onBuy={() => buying.isPending || buying.mutate(pack.id)}
          />
        ))}
      </ul>
      <div className="grid gap-3 border-t border-line p-4 text-s text-ink3 phone:p-5">
        {!hasCard && (
          <label className="flex min-h-6 items-start gap-3 text-ink">
            <input
              type="checkbox"
              className="mt-0.5 size-4 shrink-0 accent-accent"
              checked={keepsCard}
              onChange={(event) => setKeepsCard(event.target.checked)}
            />
            {words.keepCard}
          </label>
        )}
        <p>{words.atStripe}</p>
        {buying.error && <Problem error={buying.error} isOrder />}
      </div>
    </section>
  )
}

type PackProps = { pack: CreditPack; isBusy: boolean; onBuy(): void }

function Pack({ pack, isBusy, onBuy }: PackProps) {
  const { billing: words } = useWords()
  const price = money(pack.amount, pack.currency)
  return (
    <li className="tabular-nums">
      <div className="min-w-0 grow">
        <div className="font-medium wrap-anywhere">{words.credits(credits(pack.credits))}</div>
        <div className="text-s wrap-anywhere text-ink3">
          {words.packLine(pack.name, credits(Math.floor(pack.credits / IMAGE_PRICE)))}
        </div>
      </div>
      <span className="font-medium whitespace-nowrap">{price}</span>
      <Button
        tone="primary"
        busy={isBusy}
        aria-label={words.buyLabel(credits(pack.credits), price)}
        onClick={onBuy}
      >
        {words.buy}
      </Button>
    </li>
  )
}
