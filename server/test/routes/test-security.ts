import { type Endpoint, exampleId, type IdKind, idKinds, type Scope, scopes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { type SharedSystem, useSharedSystem } from '../use-shared-system.ts'
import type { Reply, TestUser } from '../use-system.ts'

/** One request: what stands in its path, its query, its body or its form. */
export type TestRequest = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: () => FormData
}

/** One place where a request carries an id, and what each kind of wrong id must be answered with. */
export type IdField = {
  kind: IdKind
  put: (request: TestRequest, id: string) => TestRequest
  /** An id of the owner that was good once. */
  deleted?: (system: SharedSystem, owner: TestUser) => Promise<string>
  foreign: number
  absent: number
  wrongKind: number
}

type Plan = {
  /** A request that its owner may make, with all that it needs. */
  valid: (system: SharedSystem, owner: TestUser) => Promise<TestRequest>
  /** By the name of the field. The id of the owner's own thing must stand in the valid request. */
  ids?: Record<string, IdField>
}

/** In a path every id that is not the caller's own is simply not there. */
export const inPath = (kind: IdKind, name = 'id', more: Partial<IdField> = {}): IdField => ({
  kind,
  put: (request, id) => ({ ...request, params: { ...request.params, [name]: id } }),
  foreign: 404,
  absent: 404,
  wrongKind: 404,
  ...more,
})

/** In a body it depends on the field: see D-31. `many` puts it into a list. */
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

/** Nobody gets in where they don't belong: the same questions for every endpoint behind a key. */
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
  for (const [field, idField] of Object.entries(plan.ids ?? {})) testIds(field, idField, system, plan, send)
}

type Answer = Record<string, unknown> & { code?: string; scope?: string; charged?: string }
type Send = (request: TestRequest, credentials: { key?: string; bearer?: string }) => Promise<Reply<Answer>>

function testKeys(endpoint: Endpoint, system: () => SharedSystem, plan: Plan, send: Send): void {
  test('its owner is let in, with either header', async () => {
    const owner = await system().createUser()
    expect((await send(await plan.valid(system(), owner), { key: owner.apiKey })).status).toBeLessThan(400)
    const other = await system().createUser()
    expect((await send(await plan.valid(system(), other), { bearer: other.apiKey })).status).toBeLessThan(400)
  })

  test('no key, half a key, an unknown key and two different keys are 401', async () => {
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
    ['revoked', `update api_keys set revoked_at = now() where id = $1`],
    ['expired', `update api_keys set expires_at = now() - interval '1 s' where id = $1`],
    [
      'its user suspended',
      `update users set suspended_at = now() from api_keys k
      where k.id = $1 and k.user_id = users.id`,
    ],
  ])('a key that is %s is 403 key_inactive', async (_, change) => {
    const [owner, inactive] = [await system().createUser(), await system().createUser()]
    const request = await plan.valid(system(), owner)
    await system().db.row(change, [inactive.keyId])
    const { status, body } = await send(request, { key: inactive.apiKey })
    expect([status, body.code]).toEqual([403, 'key_inactive'])
  })

  test('a key with every scope but this one is 403 scope_missing', async () => {
    const owner = await system().createUser()
    const request = await plan.valid(system(), owner)
    const restricted = await system().createUser()
    const others = scopes.filter((scope: Scope) => scope !== endpoint.scope)
    await system().db.row(`update api_keys set scopes = $2 where id = $1`, [restricted.keyId, others])
    const { status, body } = await send(request, { key: restricted.apiKey })
    expect([status, body.code, body.scope]).toEqual([403, 'scope_missing', endpoint.scope])
  })
}

function testIds(field: string, idField: IdField, system: () => SharedSystem, plan: Plan, send: Send): void {
  test(`${field}: another user's is ${idField.foreign}, and the answer tells nothing of it`, async () => {
    const [victim, attacker] = [await system().createUser(), await system().createUser()]
    const theirs = await plan.valid(system(), victim)
    const own = await plan.valid(system(), attacker)
    const id = idIn(theirs, idField.kind)
    const { status, body } = await send(idField.put(own, id), { key: attacker.apiKey })
    expect(status).toBe(idField.foreign)
    // The refusal may name the id that was asked for, never anything that belongs to it.
    expect(JSON.stringify(body)).not.toMatch(new RegExp(victim.id))
  })

  test(`${field}: an absent or malformed one is ${idField.absent}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const malformed = ['nonsense', `${idKinds[idField.kind]}_short`, `${exampleId(idField.kind)}x`, '../..']
    for (const id of [newId(idField.kind), ...malformed]) {
      const { status } = await send(idField.put(own, id), { key: owner.apiKey })
      expect([id, status]).toEqual([id, idField.absent])
    }
    // A text that no database can hold is stopped at the door, wherever it stands.
    expect([400, 404]).toContain((await send(idField.put(own, 'a\u0000b'), { key: owner.apiKey })).status)
  })

  test(`${field}: an id of another kind is ${idField.wrongKind}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const kind = idField.kind === 'topic' ? 'media' : 'topic'
    const { status, body } = await send(idField.put(own, newId(kind)), { key: owner.apiKey })
    expect(status).toBe(idField.wrongKind)
    if (status === 400) expect(body).toMatchObject({ code: 'wrong_id_kind', field, given: kind })
  })

  const { deleted } = idField
  if (!deleted) return
  test(`${field}: one that is inactive is ${idField.absent}`, async () => {
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

/** The id of a kind that a request carries, wherever it stands. */
function idIn(request: TestRequest, kind: IdKind): string {
  const text = JSON.stringify([request.params, request.query, request.body])
  const found = new RegExp(`${idKinds[kind]}_[0-9A-Za-z]{22}`).exec(text)?.[0]
  if (!found) throw new Error(`the valid request carries no id of a ${kind}`)
  return found
}
