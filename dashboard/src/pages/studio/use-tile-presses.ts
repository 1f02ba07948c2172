import { useNavigate, useRouter } from '@tanstack/react-router'
import { type MouseEvent, useRef } from 'react'
import type { TileMedia } from './tile-media.ts'
import type { Choice } from './use-choice.ts'

type Presses = { onClick(event: MouseEvent): void; onPointerOver(event: MouseEvent): void }

/**
 * A press opens a result, or chooses it; with a key held down the browser opens it in another tab. The page
 * of a result is loaded when the pointer comes to the first one. One place for all tiles: a link of the
 * router in each would be most of what a wall costs to draw.
 */
export function useTilePresses(media: TileMedia[], choice: Choice | undefined): Presses {
  const navigate = useNavigate()
  const router = useRouter()
  const isLoaded = useRef(false)
  const idAt = ({ target }: MouseEvent): string | undefined =>
    media[Number((target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index)]?.id
  return {
    onClick: (event) => {
      const id = idAt(event)
      const isChoosing = choice?.isOn === true
      const isForBrowser = event.ctrlKey || event.metaKey || event.shiftKey || event.altKey
      if (id === undefined || (isForBrowser && !isChoosing)) return
      event.preventDefault()
      if (isChoosing) choice.toggle(id)
      else navigate({ to: '/studio/$id', params: { id } })
    },
    onPointerOver: (event) => {
      const id = isLoaded.current ? undefined : idAt(event)
      if (id === undefined) return
      isLoaded.current = true
      router.preloadRoute({ to: '/studio/$id', params: { id } })
    },
  }
}
