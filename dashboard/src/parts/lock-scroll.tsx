import { Slot } from 'radix-ui'
import { type ComponentProps, useEffect } from 'react'

type RemoveScrollProps = ComponentProps<'div'> & {
  as?: unknown
  allowPinchZoom?: boolean
  shards?: unknown
  enabled?: boolean
}

/**
 * Takes the place of the package `react-remove-scroll` under radix dialogs and menus: it locks the page by an
 * attribute that base.css knows, instead of writing a style element.
 */
export function RemoveScroll({
  as: _as,
  allowPinchZoom: _zoom,
  shards: _shards,
  enabled = true,
  ...rest
}: RemoveScrollProps) {
  useEffect(() => {
    if (!enabled) return
    const page = document.documentElement
    // The place of the scroll bar stays, so that nothing behind the dialog moves.
    page.style.paddingRight = `${innerWidth - page.clientWidth}px`
    page.dataset.scroll = 'locked'
    return () => {
      page.style.paddingRight = ''
      delete page.dataset.scroll
    }
  }, [enabled])
  return <Slot.Root {...rest} />
}
