import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Lightbulb, Package, Plus, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { createCharacter, createProduct, createTopic, topicsQuery } from '../../api/catalog.ts'
import { charactersQuery, productsQuery } from '../../api/media.ts'
import { Button } from '../../parts/button.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { NameDialog } from './name-dialog.tsx'

export type ProductsTab = 'products' | 'characters' | 'topics'
const tabs: ProductsTab[] = ['products', 'characters', 'topics']

/** What is sold, who appears, and ideas without a product. */
export function ProductsPage() {
  const { products: words } = useWords()
  const mode = useMode()
  const { tab = 'products' } = useSearch({ from: '/signed-in/products' })
  const navigate = useNavigate({ from: '/products' })
  const [isNew, setNew] = useState(false)
  const lists = {
    products: useQuery(productsQuery(mode)),
    characters: useQuery(charactersQuery(mode)),
    topics: useQuery(topicsQuery(mode)),
  }
  const count = (name: ProductsTab) => lists[name].data?.length ?? 0
  const labelOf = (name: ProductsTab) =>
    lists[name].data ? `${words.tabs[name]} ${count(name)}` : words.tabs[name]
  const isKnown = tabs.every((name) => lists[name].data)
  const { isPending, error, refetch } = lists[tab]
  return (
    <>
      <PageHead
        name={words.title}
        title={words.title}
        lede={isKnown ? words.lede(count('products'), count('characters'), count('topics')) : undefined}
      >
        <Button tone="primary" icon={<Plus aria-hidden="true" />} onClick={() => setNew(true)}>
          {words.new[tab]}
        </Button>
      </PageHead>
      <ScrollRow label={words.views}>
        <Segmented
          label={words.views}
          value={tab}
          choices={tabs.map((value) => ({ value, label: labelOf(value) }))}
          onChoose={(chosen: ProductsTab) =>
            navigate({ search: (search) => ({ ...search, tab: chosen === 'products' ? undefined : chosen }) })
          }
        />
      </ScrollRow>
      {error && <Problem error={error} onRetry={refetch} />}
      {isPending && (
        <Waiting>
          <Skeleton className="h-72" />
        </Waiting>
      )}
      {!isPending && !error && count(tab) === 0 && (
        <section className="card empty">
          <p>{words.none[tab]}</p>
          <Button icon={<Plus aria-hidden="true" />} onClick={() => setNew(true)}>
            {words.new[tab]}
          </Button>
        </section>
      )}
      <List tab={tab} />
      {isNew && <NewDialog tab={tab} onClose={() => setNew(false)} />}
    </>
  )
}

function List({ tab }: { tab: ProductsTab }) {
  const { products: words } = useWords()
  const mode = useMode()
  const products = useQuery(productsQuery(mode)).data ?? []
  const characters = useQuery(charactersQuery(mode)).data ?? []
  const topics = useQuery(topicsQuery(mode)).data ?? []
  return (
    <ul className="things" aria-label={words.tabs[tab]}>
      {tab === 'products' &&
        products.map(({ id, name, mediaCount, referencePhotoCount, primaryPhotoUrl }) => (
          <Thing
            key={id}
            picture={primaryPhotoUrl}
            icon={<Package aria-hidden="true" />}
            text={words.counts(mediaCount, referencePhotoCount)}
          >
            <Link to="/products/$id" params={{ id }}>
              {name}
            </Link>
          </Thing>
        ))}
      {tab === 'characters' &&
        characters.map(({ id, name, photoCount }) => (
          <Thing key={id} icon={<UserRound aria-hidden="true" />} text={words.photoCount(photoCount)}>
            <Link to="/characters/$id" params={{ id }}>
              {name}
            </Link>
          </Thing>
        ))}
      {tab === 'topics' &&
        topics.map(({ id, name, cepCount }) => (
          <Thing key={id} icon={<Lightbulb aria-hidden="true" />} text={words.pointCount(cepCount)}>
            <Link to="/topics/$id" params={{ id }}>
              {name}
            </Link>
          </Thing>
        ))}
    </ul>
  )
}

type ThingProps = { picture?: string | null; icon: ReactNode; text: string; children: ReactNode }

/** The link covers the card, so that all of it can be pressed. */
const Thing = ({ picture, icon, text, children }: ThingProps) => (
  <li className="card thing">
    <span className="frame">{picture ? <img src={picture} alt="" loading="lazy" /> : icon}</span>
    <div className="min-w-0">
      <div className="truncate font-semibold">{children}</div>
      <div className="truncate text-xs text-ink3 tabular-nums">{text}</div>
    </div>
  </li>
)

function NewDialog({ tab, onClose }: { tab: ProductsTab; onClose(): void }) {
  const { products: words } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const navigate = useNavigate()
  const create = async ({ name, description }: { name: string; description: string }) => {
    const described = description === '' ? { name } : { name, description }
    if (tab === 'products') {
      const { product } = await createProduct(mode, name)
      await navigate({ to: '/products/$id', params: { id: product.id } })
    } else if (tab === 'characters') {
      const { character } = await createCharacter(mode, described)
      await navigate({ to: '/characters/$id', params: { id: character.id } })
    } else {
      const { topic } = await createTopic(mode, described)
      await navigate({ to: '/topics/$id', params: { id: topic.id } })
    }
    await client.invalidateQueries({ queryKey: [tab, mode] })
  }
  return (
    <NameDialog
      title={words.new[tab]}
      submit={words.create}
      withDescription={tab !== 'products'}
      onSubmit={create}
      onClose={onClose}
    />
  )
}
