import pg from 'pg'

const INT8 = 20
const CONNECT_MS = 2_000
const QUERY_MS = 60_000

export type Query = <Row>(text: string) => Promise<Row[]>

/** One look at one moment: all queries of `work` see the same state. Throws when the database is away. */
export async function queryDatabase<T>(url: string, work: (query: Query) => Promise<T>): Promise<T> {
  const client = openClient(url)
  try {
    await client.connect()
    await client.query('begin isolation level repeatable read read only')
    return await work(async <Row>(text: string) => (await client.query(text)).rows as Row[])
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** Statements one by one, each its own transaction. */
export async function runStatements(url: string, statements: string[]): Promise<void> {
  const client = openClient(url)
  try {
    await client.connect()
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end().catch(() => undefined)
  }
}

function openClient(url: string): pg.Client {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    types: {
      getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
        oid === INT8
          ? Number
          : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
    },
  })
  // A server that is killed under us also fails the query; without a listener it would end the whole run.
  client.on('error', () => {})
  return client
}
