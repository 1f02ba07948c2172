import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { expect, test, vi } from 'vitest'
import { newRouter } from './router.tsx'

vi.stubGlobal('location', new URL('https://atelier.test/'))

const router = newRouter(new QueryClient())
const pages = Object.values(router.routesById).filter(({ children }) => !children)
const pathOf = (page: { fullPath: string }) => page.fullPath.replace('$id', 'med_1')

/** What the page at a path reads from its address. Values that are undefined are none. */
function searchOf(path: string, search: object): object {
  const match = router.matchRoutes(path, search).at(-1)
  return Object.fromEntries(Object.entries(match?.search ?? {}).filter(([, value]) => value !== undefined))
}

test('there are pages, each with a path of its own', () => {
  expect(new Set(pages.map(pathOf)).size).toBe(24)
  for (const page of pages) expect(router.matchRoutes(pathOf(page), {}).at(-1)?.routeId).toBe(page.id)
})

test.each(pages.map(pathOf))('%s gets no value of its address that is unknown or refused', (path) => {
  const filters = 'type status product key character model day point kind shape tab'
  const names = `${filters} next ended first second from notes request action paid`.split(' ')
  const refused = Object.fromEntries(names.map((name) => [name, { given: name }]))
  expect(searchOf(path, { ...refused, other: 'x', mode: 'other' })).toEqual({})
})

test('every page of a session stands in the frame, whose menu of the account signs out', () => {
  const outside = pages.filter(({ parentRoute }) => parentRoute.id !== '/signed-in').map(pathOf)
  const wayIn = ['/sign-in', '/setup', '/invitation', '/verification', '/reset', '/lost-password', '/sign-up']
  expect(outside.toSorted()).toEqual([...wayIn, '/oauth/authorize', '/second-factor'].toSorted())
})

test.each(pages.map(pathOf))('%s gets its mode', (path) => {
  expect(searchOf(path, { mode: 'test' })).toEqual({ mode: 'test' })
})

test('what a page knows reaches it', () => {
  const known = { type: 'video', status: 'failed', product: 'prd_1', day: '2026-11-18' }
  expect(searchOf('/studio', { ...known, tab: 'plan' })).toEqual(known)
  const made = { point: 'cep_1', model: 'simulator/ok' }
  expect(searchOf('/studio', made)).toEqual(made)
  expect(searchOf('/knowledge', { tab: 'review', notes: 'accepted' })).toEqual({
    tab: 'review',
    notes: 'accepted',
  })
  expect(searchOf('/sign-in', { next: '/studio?type=video' })).toEqual({ next: '/studio?type=video' })
  expect(searchOf('/sign-in', { next: '//other.example' })).toEqual({})
})

test('a link keeps the mode of its page, unless it names one', () => {
  const addressFrom = (page: string, search: object) => {
    router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [page] }) })
    return router.buildLocation({ to: '/credits', search, _includeValidateSearch: true } as object).href
  }
  expect(addressFrom('/studio?mode=test', {})).toBe('/credits?mode=test')
  expect(addressFrom('/studio?mode=test', { mode: undefined })).toBe('/credits')
  expect(addressFrom('/studio?mode=other', {})).toBe('/credits')
  expect(addressFrom('/studio', { mode: 'test' })).toBe('/credits?mode=test')
})
