import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { PointTarget } from '../../api/catalog.ts'
import { Button } from '../../parts/button.tsx'
import { useWords } from '../../words/index.ts'
import { NewPointDialog } from './new-point-dialog.tsx'
import type { Place } from './places-of.ts'
import { usePlaces } from './use-places.ts'

type SentenceProps = { target: PointTarget; meanwhile: ReactNode }

/** What the board shows, as a sentence in the head of its page. */
export function PointsSentence({ target, meanwhile }: SentenceProps) {
  const { points: words } = useWords()
  const { points, history, places, free } = usePlaces(target)
  // Without the results of a product nothing would seem to win.
  if (!points.data || ('productId' in target && !history.data)) return meanwhile
  const count = (tier: Place['tier']) => places.filter((place) => place.tier === tier).length
  return words.lede(places.length, free, count('winner'), count('fatigued'))
}

/** The one primary action of the board. */
export function NewPoint({ target }: { target: PointTarget }) {
  const { points: words } = useWords()
  const { points, free } = usePlaces(target)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        tone="primary"
        className="below"
        disabled={!points.data}
        icon={<Plus aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {words.new}
      </Button>
      {isOpen && <NewPointDialog target={target} isFull={free === 0} onClose={() => setOpen(false)} />}
    </>
  )
}
