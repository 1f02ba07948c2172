import { type Endpoint, exampleId, type IdKind, idKinds, type Scope, scopes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { type SharedSystem, useSharedSystem } from '../use-shared-system.ts'
import type { Reply, TestUser } from '../use-system.ts'

/** The variable parts of one request. */
export type TestRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: () => FormData
}

/** One field of a request that carries an id, and the status expected for each kind of wrong id. */
export type IdField = {
  kind: IdKind
  put: (request: TestRequest, id: string) => TestRequest
  /** Returns an id of something that its owner has deleted. */
  deleted?: (system: SharedSystem, owner: TestUser) => Promise<string>
  foreign: number
  absent: number
  wrongKind: number
}

type Plan = {
  /** Creates what the request needs and returns a request that its owner may send. */
  valid: (system: SharedSystem, owner: TestUser) => Promise<TestRequest>
  /** By field name. The valid request must carry an id of the owner for each of them. */
  ids?: Record<string, IdField>
}

/** An id in a path that does not belong to the caller is answered 404. */
export const inPath = (kind: IdKind, name = 'id', more: Partial<IdField> = {}): IdField => ({
  kind,
  put: (request, id) => ({ ...request, params: { ...request.params, [name]: id } }),
  foreign: 404,
  absent: 404,
  wrongKind: 404,
  ...more,
})

/** For an id in a body the status depends on the field: see D-31. `many` sends the id in a list. */
export const inBody = (
  kind: IdKind,
  name: string,
  statuses: Pick<IdField, 'foreign' | 'absent'> & Partial<IdField> & { many?: boolean },
): IdField => ({
  kind,
  put: (request, id) => ({ ...request, body: { ...request.body, [name]: statuses.many ? [id] : id } }),
  wrongKind: 400,
  ...statuses,
})

/** For an id in a query the status depends on the parameter. */
export const inQuery = (
  kind: IdKind,
  name: string,
  statuses: Pick<IdField, 'foreign' | 'absent'> & Partial<IdField>,
): IdField => ({
  kind,
  put: (request, id) => ({ ...request, query: { ...request.query, [name]: id } }),
  wrongKind: 400,
  ...statuses,
})

/** The access tests that every endpoint with key authentication must pass. */
export function testSecurity(endpoint: Endpoint & { auth: 'key' }, plan: Plan): void {
  const system = useSharedSystem()
  const send = (
    request: TestRequest,
    credentials: { key?: string; bearer?: string },
  ): Promise<Reply<Answer>> =>
    system().call(endpoint.method, pathOf(endpoint, request), {
      ...credentials,
      ...(request.body && { body: request.body }),
      ...(request.form && { form: request.form() }),
    })
  testKeys(endpoint, system, plan, send)
  for (const [field, idField] of Object.entries(plan.ids ?? {}))
    testIds({ field, idField, system, plan, send })
}

type Answer = Record<string, unknown> & { code?: string; scope?: string; charged?: string }
type Send = (request: TestRequest, credentials: { key?: string; bearer?: string }) => Promise<Reply<Answer>>

function testKeys(endpoint: Endpoint, system: () => SharedSystem, plan: Plan, send: Send): void {
  test('the owner is admitted with either header', async () => {
    const owner = await system().createUser()
    expect((await send(await plan.valid(system(), owner), { key: owner.apiKey })).status).toBeLessThan(400)
    const other = await system().createUser()
    expect((await send(await plan.valid(system(), other), { bearer: other.apiKey })).status).toBeLessThan(400)
  })

  test('no key, a partial key, an unknown key and two different keys are answered 401', async () => {
    const owner = await system().createUser()
    const request = await plan.valid(system(), owner)
    const both = { key: owner.apiKey, bearer: newKeyText() }
    for (const credentials of [
      {},
      { key: 'hsk_half' },
      { key: newKeyText() },
      { bearer: newKeyText() },
      both,
    ]) {
      const { status, body } = await send(request, credentials)
      expect([status, body.code, body.charged]).toEqual([401, 'unauthorized', 'none'])
    }
  })

  test.each([
    ['is revoked', `update api_keys set revoked_at = now() where id = $1`],
    ['has expired', `update api_keys set expires_at = now() - interval '1 s' where id = $1`],
    [
      'belongs to a suspended user',
      `update users set suspended_at = now() from api_keys k
      where k.id = $1 and k.user_id = users.id`,
    ],
  ])('a key that %s is answered 403 key_inactive', async (_, change) => {
    const [owner, inactive] = [await system().createUser(), await system().createUser()]
    const request = await plan.valid(system(), owner)
    await system().db.row(change, [inactive.keyId])
    const { status, body } = await send(request, { key: inactive.apiKey })
    expect([status, body.code]).toEqual([403, 'key_inactive'])
  })

  test('a key with every scope but the required one is answered 403 scope_missing', async () => {
    const owner = await system().createUser()
    const request = await plan.valid(system(), owner)
    const restricted = await system().createUser()
    const others = scopes.filter((scope: Scope) => scope !== endpoint.scope)
    await system().db.row(`update api_keys set scopes = $2 where id = $1`, [restricted.keyId, others])
    const { status, body } = await send(request, { key: restricted.apiKey })
    expect([status, body.code, body.scope]).toEqual([403, 'scope_missing', endpoint.scope])
  })
}

function testIds({
  field,
  idField,
  system,
  plan,
  send,
}: {
  field: string
  idField: IdField
  system: () => SharedSystem
  plan: Plan
  send: Send
}): void {
  test(`${field}: an id of another user is answered ${idField.foreign} and reveals nothing`, async () => {
    const [victim, attacker] = [await system().createUser(), await system().createUser()]
    const theirs = await plan.valid(system(), victim)
    const own = await plan.valid(system(), attacker)
    const id = idIn(theirs, idField.kind)
    const { status, body } = await send(idField.put(own, id), { key: attacker.apiKey })
    expect(status).toBe(idField.foreign)
    // The refusal may repeat the requested id, but nothing that belongs to it.
    expect(JSON.stringify(body)).not.toMatch(new RegExp(victim.id))
  })

  test(`${field}: an absent or malformed id is answered ${idField.absent}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const malformed = ['nonsense', `${idKinds[idField.kind]}_short`, `${exampleId(idField.kind)}x`, '../..']
    for (const id of [newId(idField.kind), ...malformed]) {
      const { status } = await send(idField.put(own, id), { key: owner.apiKey })
      expect([id, status]).toEqual([id, idField.absent])
    }
    // Postgres cannot store a NUL character, so the API refuses it in every field.
    expect([400, 404]).toContain((await send(idField.put(own, 'a\u0000b'), { key: owner.apiKey })).status)
  })

  test(`${field}: an id of another kind is answered ${idField.wrongKind}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const kind = idField.kind === 'topic' ? 'media' : 'topic'
    const { status, body } = await send(idField.put(own, newId(kind)), { key: owner.apiKey })
    expect(status).toBe(idField.wrongKind)
    if (status === 400) expect(body).toMatchObject({ code: 'wrong_id_kind', field, given: kind })
  })

  const { deleted } = idField
  if (!deleted) return
  test(`${field}: a deleted id is answered ${idField.absent}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const id = await deleted(system(), owner)
    expect((await send(idField.put(own, id), { key: owner.apiKey })).status).toBe(idField.absent)
  })
}

function pathOf(endpoint: Endpoint, { params = {}, query }: TestRequest): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** Returns the id of a kind from any part of a request. */
function idIn(request: TestRequest, kind: IdKind): string {
  const text = JSON.stringify([request.params, request.query, request.body])
  const found = new RegExp(`${idKinds[kind]}_[0-9A-Za-z]{22}`).exec(text)?.[0]
  if (!found) throw new Error(`the valid request carries no id of a ${kind}`)
  return found
}
