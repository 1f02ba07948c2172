import type { Rows } from '#platform/db'

/** A table whose rows belong to users, and the condition that selects those of the user in `$1`. */
export type OwnedTable = { name: string; condition: string }

type Link = { name: string; columns: string[]; target: string; target_columns: string[] }

/**
 * Every table with an owner, found in the catalog of the database, so that a new table cannot be forgotten:
 * it has a column `user_id`, or a foreign key to a table that has one.
 */
export async function listOwnedTables(db: Rows): Promise<{ owned: OwnedTable[]; without: string[] }> {
  const tables = await db.rows<{ name: string; has_owner: boolean }>(
    `select c.relname as name, c.relname = 'users' or exists (select from pg_attribute a
       where a.attrelid = c.oid and a.attname = 'user_id' and not a.attisdropped) as has_owner
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
       and not c.relispartition order by 1`,
  )
  const links = await db.rows<Link>(
    `select conrelid::regclass::text as name, confrelid::regclass::text as target,
       array(select attname::text from unnest(conkey) with ordinality k(no, at)
             join pg_attribute on attrelid = conrelid and attnum = no order by at) as columns,
       array(select attname::text from unnest(confkey) with ordinality k(no, at)
             join pg_attribute on attrelid = confrelid and attnum = no order by at) as target_columns
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by conname`,
  )
  const direct = new Set(tables.filter(({ has_owner }) => has_owner).map(({ name }) => name))
  const owned: OwnedTable[] = []
  const without: string[] = []
  for (const { name } of tables) {
    const own = direct.has(name) ? [`${ownerColumn(name)} = $1`] : linksOf(name, links, direct)
    if (own.length > 0) owned.push({ name, condition: own.join(' or ') })
    else without.push(name)
  }
  return { owned, without }
}

/** The row of a user is its own. */
const ownerColumn = (table: string): string => (table === 'users' ? 'id' : 'user_id')

const linksOf = (name: string, links: Link[], direct: Set<string>): string[] =>
  links
    .filter((link) => link.name === name && direct.has(link.target))
    .map(
      ({ columns, target, target_columns }) =>
        `(${columns.join(', ')}) in (select ${target_columns.join(', ')} from "${target}"
          where ${ownerColumn(target)} = $1)`,
    )
