import type { Rendition } from '@atelier/contract'
import { useWords } from '../../words/index.ts'

/** Downloads of the picture in the ratio of each placement: one line for each. */
export function Renditions({ renditions }: { renditions: Rendition[] }) {
  const { picture } = useWords()
  if (renditions.length === 0) return picture.noRenditions
  const placements = [...new Set(renditions.map(({ placement }) => placement))]
  return (
    <ul className="grid gap-1">
      {placements.map((placement) => {
        const ways = renditions.filter((one) => one.placement === placement)
        return (
          <li key={placement}>
            {ways[0]?.ratio} {picture.renditionPlacements[placement]}
            {': '}
            {ways.map((one, at) => (
              <span key={one.way}>
                {at > 0 && ', '}
                <a
                  className="link"
                  href={`${one.url}?download=1`}
                  download
                  title={`${one.width} × ${one.height}`}
                  aria-label={`${one.ratio} ${picture.renditionWays[one.way]}`}
                >
                  {picture.renditionWays[one.way]}
                </a>
              </span>
            ))}
          </li>
        )
      })}
    </ul>
  )
}
