import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button } from '../../parts/button.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useWords } from '../../words/index.ts'
import { ListCard } from './list-card.tsx'

type Page<Item> = { items: Item[]; nextCursor: string | null }

type PagedCardProps<Item> = {
  /** What the list is stored under in this browser. */
  name: string[]
  title: string
  none: string
  load(cursor: string | undefined, signal: AbortSignal): Promise<Page<Item>>
  /** The content of a row. */
  children(item: Item): ReactNode
}

/** A long list, newest first; older entries are read on demand. */
export function PagedCard<Item extends { id: string }>(props: PagedCardProps<Item>) {
  const { name, title, none, load, children } = props
  const { operator: words } = useWords()
  const pages = useInfiniteQuery({
    queryKey: ['operator', ...name],
    queryFn: ({ pageParam, signal }) => load(pageParam, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.nextCursor ?? undefined,
  })
  if (pages.isPending)
    return (
      <Waiting>
        <Skeleton className="h-96" />
      </Waiting>
    )
  const items = pages.data?.pages.flatMap((page) => page.items) ?? []
  const more = (
    <Button small busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
      {words.more}
    </Button>
  )
  return (
    <ListCard
      title={title}
      reading={pages}
      note={pages.data && items.length === 0 && none}
      below={pages.hasNextPage ? more : undefined}
    >
      {items.map((item) => (
        <li key={item.id} className="max-phone:flex-wrap">
          {children(item)}
        </li>
      ))}
    </ListCard>
  )
}
