import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, Ellipsis, Package, Pencil } from 'lucide-react'
import { useState } from 'react'
import { type ProductDetail, productQuery, renameProduct } from '../../api/catalog.ts'
import { Button, buttonClass } from '../../parts/button.tsx'
import { Id } from '../../parts/id.tsx'
import { Menu, MenuItem } from '../../parts/menu.tsx'
import { NotThere } from '../../parts/not-there.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { ScrollRow } from '../../parts/scroll-row.tsx'
import { Segmented } from '../../parts/segmented.tsx'
import { Skeleton, Waiting } from '../../parts/skeleton.tsx'
import { useMode } from '../../shell/use-mode.ts'
import { useWords } from '../../words/index.ts'
import { Pictures } from '../knowledge/pictures.tsx'
import { Library } from './library.tsx'
import { NameDialog } from './name-dialog.tsx'
import { PhotoBoard } from './photo-board.tsx'
import { PointsBoard } from './points-board.tsx'
import { NewPoint, PointsSentence } from './points-head.tsx'
import type { ProductsTab } from './products-page.tsx'

export type ProductTab = 'photos' | 'points' | 'library' | 'results'
const tabs: ProductTab[] = ['photos', 'points', 'library', 'results']

export function ProductPage() {
  const mode = useMode()
  const { id } = useParams({ from: '/signed-in/products/$id' })
  const product = useQuery(productQuery(mode, id))
  const { search } = useWords()
  return (
    <>
      <BackToProducts tab="products" />
      {product.isPending && <h1 className="sr-only">{search.kinds.product}</h1>}
      {product.isPending && (
        <Waiting>
          <Skeleton className="h-80" />
        </Waiting>
      )}
      {product.error && !product.data && (
        <NotThere kind={search.kinds.product} error={product.error} onRetry={product.refetch}>
          <ToProducts tab="products" />
        </NotThere>
      )}
      {product.data && <Product product={product.data} />}
    </>
  )
}

export function BackToProducts({ tab }: { tab: ProductsTab }) {
  const { products: words } = useWords()
  return (
    <div className="mb-4">
      <Link
        to="/products"
        search={tab === 'products' ? {} : { tab }}
        className={`${buttonClass({ tone: 'quiet', small: true })} -ml-2.5`}
      >
        <ChevronLeft aria-hidden="true" />
        {words.tabs[tab]}
      </Link>
    </div>
  )
}

/** The same way, in the middle of a page that has nothing else. */
export function ToProducts({ tab }: { tab: ProductsTab }) {
  const { products: words } = useWords()
  return (
    <Link to="/products" search={tab === 'products' ? {} : { tab }} className={buttonClass({})}>
      {words.tabs[tab]}
    </Link>
  )
}

function Product({ product }: { product: ProductDetail }) {
  const { products: words } = useWords()
  const { tab = 'photos' } = useSearch({ from: '/signed-in/products/$id' })
  const navigate = useNavigate({ from: '/products/$id' })
  const { id, name, photos, ceps, mediaCount, primaryPhotoUrl } = product
  const target = { productId: id }
  const sentence = words.productLede(ceps.length, photos.length)
  const counts: Record<ProductTab, string> = {
    photos: ` ${photos.length}`,
    points: ` ${ceps.length}`,
    library: ` ${mediaCount}`,
    results: '',
  }
  return (
    <>
      <PageHead
        name={name}
        title={name}
        picture={primaryPhotoUrl ? <img src={primaryPhotoUrl} alt="" /> : <Package aria-hidden="true" />}
        lede={
          <>
            {tab === 'points' ? <PointsSentence target={target} meanwhile={sentence} /> : sentence}{' '}
            <Id id={id} label={words.id} />
          </>
        }
      >
        <More product={product} />
        {tab === 'points' && <NewPoint target={target} />}
      </PageHead>
      <ScrollRow label={words.views}>
        <Segmented
          label={words.views}
          value={tab}
          choices={tabs.map((value) => ({ value, label: `${words.productTabs[value]}${counts[value]}` }))}
          onChoose={(chosen: ProductTab) =>
            navigate({ search: (search) => ({ ...search, tab: chosen === 'photos' ? undefined : chosen }) })
          }
        />
      </ScrollRow>
      {tab === 'photos' && <PhotoBoard holder={{ kind: 'product', id }} photos={photos} />}
      {tab === 'points' && <PointsBoard target={target} />}
      {tab === 'library' && <Library productId={id} />}
      {tab === 'results' && <Pictures productId={id} />}
    </>
  )
}

/** What is seldom done with a product. */
function More({ product }: { product: ProductDetail }) {
  const { products: words, common } = useWords()
  const mode = useMode()
  const client = useQueryClient()
  const trigger = (
    <Button iconOnly className="beside" aria-label={common.more} icon={<Ellipsis aria-hidden="true" />} />
  )
  const [isOpen, setOpen] = useState(false)
  const rename = async ({ name }: { name: string }) => {
    await renameProduct(mode, product.id, name)
    await client.invalidateQueries({ queryKey: ['products', mode] })
  }
  return (
    <>
      <Menu trigger={trigger}>
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setOpen(true)}>
          {words.rename}
        </MenuItem>
      </Menu>
      {isOpen && (
        <NameDialog
          title={words.renameTitle(product.name)}
          submit={words.save}
          name={product.name}
          onSubmit={rename}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
