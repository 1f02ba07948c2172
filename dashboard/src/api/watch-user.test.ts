import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { sessionQuery } from './session.ts'
import { watchUser } from './watch-user.ts'

type Page = { client: QueryClient; others: number }

const stops: (() => void)[] = []

function openPage(): Page {
  const page = { client: new QueryClient(), others: 0 }
  stops.push(watchUser(page.client, () => void page.others++))
  return page
}

afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

const signInAs = ({ client }: Page, id: string | null) =>
  client.setQueryData(sessionQuery.queryKey, id === null ? null : ({ user: { id } } as never))
const arrival = () => new Promise((resolve) => setTimeout(resolve, 50))

test('a page is left when another page of the browser signs in as another user', async () => {
  const [first, second] = [openPage(), openPage()]
  signInAs(first, 'usr_1')
  await arrival()
  signInAs(second, 'usr_2')
  await arrival()
  expect([first.others, second.others]).toEqual([1, 0])
})

test('what ended is left, too: it still holds what its user saw', async () => {
  const [first, second] = [openPage(), openPage()]
  signInAs(first, 'usr_1')
  signInAs(first, null)
  signInAs(second, 'usr_2')
  await arrival()
  expect(first.others).toBe(1)
})

test('the same user in another page leaves no page', async () => {
  const [first, second] = [openPage(), openPage()]
  signInAs(first, 'usr_1')
  signInAs(second, 'usr_1')
  await arrival()
  expect([first.others, second.others]).toEqual([0, 0])
})

test('a session that is read again and is of another user leaves the page', () => {
  const page = openPage()
  signInAs(page, 'usr_1')
  signInAs(page, null)
  expect(page.others).toBe(0)
  signInAs(page, 'usr_2')
  expect(page.others).toBe(1)
})

test('who signs in where everything was forgotten stays', async () => {
  const [page, fresh] = [openPage(), openPage()]
  signInAs(page, 'usr_1')
  page.client.clear()
  signInAs(page, 'usr_2')
  await arrival()
  expect([page.others, fresh.others]).toEqual([0, 0])
})
