import type { OwnedMedia } from '@atelier/contract'
import { Link } from '@tanstack/react-router'

/** A small picture that leads to its page; an empty frame while or where there is none. */
export function Thumb({ picture }: { picture: OwnedMedia | undefined }) {
  if (!picture?.thumbnailUrl) return <span className="thumb" />
  return (
    <Link to="/studio/$id" params={{ id: picture.id }} className="thumb">
      <img src={picture.thumbnailUrl} alt={picture.prompt} loading="lazy" />
    </Link>
  )
}
