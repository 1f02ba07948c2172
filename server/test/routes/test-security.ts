import { type Endpoint, exampleId, type IdKind, idKinds, type Scope, scopes } from '@atelier/contract'
import { expect, test } from 'vitest'
import { newKeyText } from '../../src/access/identity/key-text.ts'
import { newId } from '../../src/platform/ids/index.ts'
import { type SharedSystem, useSharedSystem } from '../use-shared-system.ts'
import type { Reply, TestUser } from '../use-system.ts'

/** One request: what stands in its path, its query, its body or its form. */
export type Asked = {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: Record<string, unknown>
  form?: () => FormData
}

/** One place where a request carries an id, and what each kind of wrong id must be answered with. */
export type IdPlace = {
  kind: IdKind
  put: (asked: Asked, id: string) => Asked
  /** An id of the owner that was good once. */
  deleted?: (system: SharedSystem, owner: TestUser) => Promise<string>
  foreign: number
  absent: number
  wrongKind: number
}

type Plan = {
  /** A request that its owner may make, with all that it needs. */
  valid: (system: SharedSystem, owner: TestUser) => Promise<Asked>
  /** By the name of the field. The id of the owner's own thing must stand in the valid request. */
  ids?: Record<string, IdPlace>
}

/** In a path every id that is not the caller's own is simply not there. */
export const inPath = (kind: IdKind, name = 'id', more: Partial<IdPlace> = {}): IdPlace => ({
  kind,
  put: (asked, id) => ({ ...asked, params: { ...asked.params, [name]: id } }),
  foreign: 404,
  absent: 404,
  wrongKind: 404,
  ...more,
})

/** In a body it depends on the field: see D-31. `many` puts it into a list. */
export const inBody = (
  kind: IdKind,
  name: string,
  statuses: Pick<IdPlace, 'foreign' | 'absent'> & Partial<IdPlace> & { many?: boolean },
): IdPlace => ({
  kind,
  put: (asked, id) => ({ ...asked, body: { ...asked.body, [name]: statuses.many ? [id] : id } }),
  wrongKind: 400,
  ...statuses,
})

export const inQuery = (
  kind: IdKind,
  name: string,
  statuses: Pick<IdPlace, 'foreign' | 'absent'> & Partial<IdPlace>,
): IdPlace => ({
  kind,
  put: (asked, id) => ({ ...asked, query: { ...asked.query, [name]: id } }),
  wrongKind: 400,
  ...statuses,
})

/** Nobody gets in where they don't belong: the same questions for every endpoint behind a key. */
export function testSecurity(endpoint: Endpoint & { auth: 'key' }, plan: Plan): void {
  const system = useSharedSystem()
  const ask = (asked: Asked, who: { key?: string; bearer?: string }): Promise<Reply<Answer>> =>
    system().call(endpoint.method, pathOf(endpoint, asked), {
      ...who,
      ...(asked.body && { body: asked.body }),
      ...(asked.form && { form: asked.form() }),
    })
  testKeys(endpoint, system, plan, ask)
  for (const [field, place] of Object.entries(plan.ids ?? {})) testIds(field, place, system, plan, ask)
}

type Answer = Record<string, unknown> & { code?: string; scope?: string; charged?: string }
type Ask = (asked: Asked, who: { key?: string; bearer?: string }) => Promise<Reply<Answer>>

function testKeys(endpoint: Endpoint, system: () => SharedSystem, plan: Plan, ask: Ask): void {
  test('its owner is let in, with either header', async () => {
    const owner = await system().createUser()
    expect((await ask(await plan.valid(system(), owner), { key: owner.apiKey })).status).toBeLessThan(400)
    const other = await system().createUser()
    expect((await ask(await plan.valid(system(), other), { bearer: other.apiKey })).status).toBeLessThan(400)
  })

  test('no key, half a key, an unknown key and two different keys are 401', async () => {
    const owner = await system().createUser()
    const asked = await plan.valid(system(), owner)
    const both = { key: owner.apiKey, bearer: newKeyText() }
    for (const who of [{}, { key: 'hsk_half' }, { key: newKeyText() }, { bearer: newKeyText() }, both]) {
      const { status, body } = await ask(asked, who)
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
    const [owner, gone] = [await system().createUser(), await system().createUser()]
    const asked = await plan.valid(system(), owner)
    await system().db.row(change, [gone.keyId])
    const { status, body } = await ask(asked, { key: gone.apiKey })
    expect([status, body.code]).toEqual([403, 'key_inactive'])
  })

  test('a key with every scope but this one is 403 scope_missing', async () => {
    const owner = await system().createUser()
    const asked = await plan.valid(system(), owner)
    const poor = await system().createUser()
    const others = scopes.filter((scope: Scope) => scope !== endpoint.scope)
    await system().db.row(`update api_keys set scopes = $2 where id = $1`, [poor.keyId, others])
    const { status, body } = await ask(asked, { key: poor.apiKey })
    expect([status, body.code, body.scope]).toEqual([403, 'scope_missing', endpoint.scope])
  })
}

function testIds(field: string, place: IdPlace, system: () => SharedSystem, plan: Plan, ask: Ask): void {
  test(`${field}: another user's is ${place.foreign}, and the answer tells nothing of it`, async () => {
    const [victim, thief] = [await system().createUser(), await system().createUser()]
    const theirs = await plan.valid(system(), victim)
    const own = await plan.valid(system(), thief)
    const id = idIn(theirs, place.kind)
    const { status, body } = await ask(place.put(own, id), { key: thief.apiKey })
    expect(status).toBe(place.foreign)
    // The refusal may name the id that was asked for, never anything that belongs to it.
    expect(JSON.stringify(body)).not.toMatch(new RegExp(victim.id))
  })

  test(`${field}: an absent or malformed one is ${place.absent}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const malformed = ['nonsense', `${idKinds[place.kind]}_short`, `${exampleId(place.kind)}x`, '../..']
    for (const id of [newId(place.kind), ...malformed]) {
      const { status } = await ask(place.put(own, id), { key: owner.apiKey })
      expect([id, status]).toEqual([id, place.absent])
    }
    // A text that no database can hold is stopped at the door, wherever it stands.
    expect([400, 404]).toContain((await ask(place.put(own, 'a\u0000b'), { key: owner.apiKey })).status)
  })

  test(`${field}: an id of another kind is ${place.wrongKind}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const kind = place.kind === 'topic' ? 'media' : 'topic'
    const { status, body } = await ask(place.put(own, newId(kind)), { key: owner.apiKey })
    expect(status).toBe(place.wrongKind)
    if (status === 400) expect(body).toMatchObject({ code: 'wrong_id_kind', field, given: kind })
  })

  const { deleted } = place
  if (!deleted) return
  test(`${field}: one that is gone is ${place.absent}`, async () => {
    const owner = await system().createUser()
    const own = await plan.valid(system(), owner)
    const id = await deleted(system(), owner)
    expect((await ask(place.put(own, id), { key: owner.apiKey })).status).toBe(place.absent)
  })
}

function pathOf(endpoint: Endpoint, { params = {}, query }: Asked): string {
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name) => encodeURIComponent(params[name] ?? ''))
  return query ? `${path}?${new URLSearchParams(query)}` : path
}

/** The id of a kind that a request carries, wherever it stands. */
function idIn(asked: Asked, kind: IdKind): string {
  const text = JSON.stringify([asked.params, asked.query, asked.body])
  const found = new RegExp(`${idKinds[kind]}_[0-9A-Za-z]{22}`).exec(text)?.[0]
  if (!found) throw new Error(`the valid request carries no id of a ${kind}`)
  return found
}
