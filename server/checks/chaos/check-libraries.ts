import type { DatabaseRows } from '../../harness/audit/index.ts'
import type { Query } from '../../harness/driver/index.ts'
import type { Findings } from './count-names.ts'
import type { ClientLog } from './run-load.ts'

/** The library of a product holds what was made for it and what a client attached, once, and nothing else. */
export function checkLibraries(database: DatabaseRows, clientLog: ClientLog, findings: Findings): void {
  const add = (key: string, sentence: string) => findings.add('wrongLibraries', key, sentence)
  const keyOf = (productId: string, mediaId: string) => `${mediaId} in ${productId}`
  const times = Map.groupBy(database.attachments, (row) => keyOf(row.product_id, row.media_id))
  const wanted = new Set<string>()
  const possible = new Set<string>()
  const isErased = (id: string) => database.media.get(id)?.erased_at != null
  for (const { id, product_id, status } of database.media.values()) {
    if (product_id !== null && status === 'completed' && !isErased(id)) wanted.add(keyOf(product_id, id))
  }
  for (const { productId, mediaId, status, code } of clientLog.attached) {
    const key = keyOf(productId, mediaId)
    if (status === 200 && isErased(mediaId)) continue
    if (status === 200) wanted.add(key)
    else if (status === 0) possible.add(key)
    else findings.add('wrongAnswers', key, `attaching ${key} got ${status} ${code}`)
  }
  for (const key of wanted) {
    const found = times.get(key)?.length ?? 0
    if (found !== 1) add(key, `${key}: ${found} attachments, not one`)
  }
  for (const { product_id, media_id } of database.attachments) {
    const key = keyOf(product_id, media_id)
    const media = database.media.get(media_id)
    if (!wanted.has(key) && !possible.has(key)) add(key, `${key} was never attached`)
    if (media?.status !== 'completed') add(key, `${key} is ${media?.status}`)
    if (media?.user_id !== database.products.get(product_id)?.user_id)
      add(key, `${key} belongs to another user`)
  }
}

/** What must hold after the commit of each result and of each attachment. */
export async function watchLibraries(query: Query, findings: Findings): Promise<void> {
  const wrong = await query<{ media_id: string; product_id: string; why: string }>(
    `select m.id as media_id, m.product_id, 'is completed and not in its library' as why from media m
     where m.status = 'completed' and m.product_id is not null and m.erased_at is null
       and not exists (select from attachments a where a.media_id = m.id and a.product_id = m.product_id)
     union all
     select a.media_id, a.product_id, 'is in a library and ' || m.status
     from attachments a join media m on m.id = a.media_id where m.status <> 'completed'`,
  )
  for (const { media_id, product_id, why } of wrong) {
    findings.add('wrongLibraries', `${media_id} in ${product_id}`, `${media_id} ${why} (${product_id})`)
  }
  const counts = await query<{ id: string; says: number; holds: number; what: string }>(
    `select p.id, p.media_count as says, count(a.media_id) as holds, 'media' as what
     from products p left join attachments a on a.product_id = p.id group by p.id
     having p.media_count <> count(a.media_id)
     union all
     select h.id, coalesce(c.active, 0), h.active, 'photos'
     from (select coalesce(product_id, character_id)::text as id, count(*) as active from photos
           where kind in ('product', 'character') and deactivated_at is null group by 1) h
     full join photo_counts c on c.holder_id = h.id
     where coalesce(c.active, 0) <> coalesce(h.active, 0)
     union all
     select h.id, coalesce(c.active, 0), h.active, 'ceps'
     from (select coalesce(product_id, topic_id)::text as id, count(*) as active from ceps
           where status = 'active' group by 1) h
     full join cep_counts c on c.target_id = h.id
     where coalesce(c.active, 0) <> coalesce(h.active, 0)`,
  )
  for (const { id, says, holds, what } of counts) {
    findings.add('wrongCounts', `${id} ${what}`, `${id} says ${says} ${what}, and holds ${holds ?? 0}`)
  }
}
