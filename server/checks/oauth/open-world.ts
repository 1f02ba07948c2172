import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Target } from '../../harness/attacks/index.ts'
import { closeOnExit } from '../../harness/cleanup/index.ts'
import {
  type ApiRequest,
  type ApiResponse,
  fastPostgres,
  fastSettings,
  logIn,
  openDatabase,
  openSystem,
  sendRequest,
} from '../../harness/driver/index.ts'
import { mutatedEnv } from '../../harness/mutation/index.ts'
import { type Documents, reachDocuments, serveDocuments } from './serve-documents.ts'

export type Send = (method: string, path: string, request?: ApiRequest) => Promise<ApiResponse>

/** An owner at the dashboard. */
export type Owner = { email: string; apiKey: string; send: Send }

/** A running system, with an internet in which clients have their documents. */
export type World = Target & {
  readonly baseUrl: string
  readonly documents: Documents
  /** For what takes time: moves a timestamp into the past. */
  readonly db: pg.Client
  /** Sends a request from a network that nobody has used before, or from this one. */
  send(network?: string): Send
  /** A network of its own. */
  takeNetwork(): string
  /** An owner whom no attack has used yet, logged in a moment ago. */
  takeOwner(): Promise<Owner>
  /** The owner of this attack. */
  owner(): Promise<Owner>
}

/** The api trusts a proxy on this machine, so that a request can come from any network. */
const settings = {
  ...fastSettings,
  TRUST_PROXY: '127.0.0.1',
  // A page is enough; what is on it is checked in a browser.
  DASHBOARD_DIR: join(import.meta.dirname, '..', '..', 'test', 'built-dashboard'),
}

export async function openWorld(users: number): Promise<World> {
  const opened = await openSystem('oauth', { users, env: settings, postgres: fastPostgres })
  const { system, databaseUrl, dir } = opened
  const documents = await serveDocuments()
  closeOnExit(documents.close)
  const certificate = join(dir, 'documents.pem')
  await writeFile(certificate, documents.certificate)
  const db = await openDatabase(databaseUrl)
  closeOnExit(() => db.end())
  const left = [...opened.users]
  let networks = 0
  const takeNetwork = () => `10.${Math.floor(++networks / 250)}.${networks % 250}.1`
  const send =
    (network = takeNetwork()): Send =>
    (method, path, request) =>
      sendRequest({ baseUrl: system.baseUrl, headers: { 'x-forwarded-for': network } }, method, path, request)
  let current: Promise<Owner> | undefined
  const world: World = {
    baseUrl: system.baseUrl,
    documents,
    db,
    send,
    takeNetwork,
    async takeOwner() {
      const user = left.shift()
      if (!user) throw new Error('all users are used up: create more')
      // A network has few log-ins in a minute.
      const headers = await logIn(
        system.baseUrl,
        user,
        `127.1.${Math.floor(left.length / 250)}.${(left.length % 250) + 1}`,
      )
      const target = { baseUrl: system.baseUrl, headers }
      return { ...user, send: (method, path, request) => sendRequest(target, method, path, request) }
    },
    owner: () => (current ??= world.takeOwner()),
    beginAttack() {
      current = undefined
    },
    async without({ mutations = [] } = {}) {
      const all = [...reachDocuments(documents.port, documents.canaryPort), ...mutations]
      const env = { ...(await mutatedEnv(all)), NODE_EXTRA_CA_CERTS: certificate }
      for (const api of system.apis) {
        await api.stop()
        api.setEnv(env)
        await api.start()
      }
    },
  }
  await world.without()
  return world
}
