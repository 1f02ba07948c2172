import pg from 'pg'

const INT8 = 20
const CONNECT_MS = 2_000
const QUERY_MS = 60_000

export type Query = <Row>(text: string) => Promise<Row[]>

/** All queries of `work` see the state of one moment. Throws when the database is down. */
export async function queryDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = createClient(url, CONNECT_MS, QUERY_MS)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    return await work(async <Row>(text: string) => (await client.query(text)).rows as Row[])
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Runs statements one by one, each in its own transaction. */
export async function runStatements(url: string, statements: string[]): Promise<void> {
  const client = createClient(url, CONNECT_MS, QUERY_MS)
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** A connection for as long as a check needs one. */
export async function openDatabase(url: string): Promise<pg.Client> {
  const client = createClient(url)
  await client.connect()
  return client
}

export async function findUserId(client: pg.Client, email: string): Promise<string | undefined> {
  const { rows } = await client.query<{ id: string }>('select id from users where email = $1', [email])
  return rows[0]?.id
}

function createClient(url: string, connectMs?: number, queryMs?: number): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    ...(connectMs !== undefined && { connectionTimeoutMillis: connectMs }),
    ...(queryMs !== undefined && { query_timeout: queryMs }),
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // A killed server also fails the query; without a listener the lost connection would end the process.
  client.on('error', () => undefined)
  return client
}
