import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { topicsQuery } from '../../api/catalog.ts'
import { Id } from '../../parts/id.tsx'
import { NotThere } from '../../parts/not-there.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { PointsBoard } from './points-board.tsx'
import { NewPoint, PointsSentence } from './points-head.tsx'
import { BackToProducts, ToProducts } from './product-page.tsx'
import { usePlaces } from './use-places.ts'

/** Ideas without a product. */
export function TopicPage() {
  const { products: words, search } = useWords()
  const { id } = useParams({ from: '/signed-in/topics/$id' })
  const target = { topicId: id }
  const topics = useQuery(topicsQuery(useMode()))
  const topic = topics.data?.find((one) => one.id === id)
  const name = topic?.name ?? words.tabs.topics
  const { points } = usePlaces(target)
  const failed = points.data ? null : points.error
  // The entry points of a topic that does not exist are an empty list.
  if (failed || (topics.data && !topic))
    return (
      <>
        <BackToProducts tab="topics" />
        <NotThere kind={search.kinds.topic} error={failed} onRetry={points.refetch}>
          <ToProducts tab="topics" />
        </NotThere>
      </>
    )
  return (
    <>
      <BackToProducts tab="topics" />
      <PageHead
        name={name}
        title={name}
        lede={
          <>
            {topic?.description && <span className="mb-1 line-clamp-4">{topic.description}</span>}
            <PointsSentence target={target} meanwhile="" /> <Id id={id} label={words.id} />
          </>
        }
      >
        <NewPoint target={target} />
      </PageHead>
      <PointsBoard target={target} />
    </>
  )
}
