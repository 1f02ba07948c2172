import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { topicsQuery } from '../../api/catalog.ts'
import { Id } from '../../parts/id.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { PointsBoard } from './points-board.tsx'
import { NewPoint, PointsSentence } from './points-head.tsx'
import { BackToProducts } from './product-page.tsx'

/** Ideas without a product. */
export function TopicPage() {
  const { products: words } = useWords()
  const { id } = useParams({ from: '/signed-in/topics/$id' })
  const target = { topicId: id }
  const topic = useQuery(topicsQuery(useMode())).data?.find((one) => one.id === id)
  const name = topic?.name ?? words.tabs.topics
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
