import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserRound } from 'lucide-react'
import { characterQuery } from '../../api/catalog.ts'
import { Id } from '../../parts/id.tsx'
import { NotThere } from '../../parts/not-there.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { PhotoBoard } from './photo-board.tsx'
import { BackToProducts, ToProducts } from './product-page.tsx'

/** A person who appears in pictures, and the photos that show them. */
export function CharacterPage() {
  const { products: words, search } = useWords()
  const { id } = useParams({ from: '/signed-in/characters/$id' })
  const character = useQuery(characterQuery(useMode(), id))
  const { data } = character
  const about = data && (data.description ?? words.photoCount(data.photoCount))
  return (
    <>
      <BackToProducts tab="characters" />
      {character.isPending && <h1 className="sr-only">{search.kinds.character}</h1>}
      {character.isPending && (
        <Waiting>
          <Skeleton className="h-80" />
        </Waiting>
      )}
      {character.error && !data && (
        <NotThere kind={search.kinds.character} error={character.error} onRetry={character.refetch}>
          <ToProducts tab="characters" />
        </NotThere>
      )}
      {data && (
        <>
          <PageHead
            name={data.name}
            title={data.name}
            picture={
              data.photos[0] ? <img src={data.photos[0].url} alt="" /> : <UserRound aria-hidden="true" />
            }
            lede={
              <>
                <span className="line-clamp-4">{about}</span> <Id id={id} label={words.id} />
              </>
            }
          />
          <PhotoBoard holder={{ kind: 'character', id }} photos={data.photos} />
        </>
      )}
    </>
  )
}
