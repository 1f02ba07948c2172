import MiniSearch from 'minisearch'
import { askOptions, searchOptions } from './search-options.ts'

type Found = { to: string; page: string; title: string; start: string }

const SHOWN = 10

let dialog: HTMLDialogElement | undefined

/** Opens the search; the index is loaded at the first time. */
export async function open(index: string): Promise<void> {
  dialog ??= await build(index)
  if (!dialog.open) dialog.showModal()
  dialog.querySelector('input')?.select()
}

async function build(index: string): Promise<HTMLDialogElement> {
  const search = MiniSearch.loadJSON<Found>(await (await fetch(index)).text(), searchOptions)
  const made = document.createElement('dialog')
  made.className = 'search'
  made.setAttribute('aria-label', 'Search')
  const input = document.createElement('input')
  input.type = 'search'
  input.placeholder = 'Search the documents'
  input.setAttribute('aria-label', 'Search the documents')
  const list = document.createElement('ul')
  const state = document.createElement('p')
  state.setAttribute('role', 'status')
  input.addEventListener('input', () => show(search, input.value, list, state))
  made.addEventListener('click', ({ target }) => {
    if (target === made || (target as Element).closest('a')) made.close()
  })
  made.addEventListener('keydown', (event) => moveByArrows(event, made))
  made.append(input, state, list)
  document.body.append(made)
  return made
}

function show(search: MiniSearch<Found>, asked: string, list: HTMLElement, state: HTMLElement): void {
  const found = search.search(asked, askOptions).slice(0, SHOWN) as unknown as Found[]
  state.textContent = asked.trim() === '' || found.length > 0 ? '' : 'Nothing was found.'
  list.replaceChildren(
    ...found.map(({ to, page, title, start }) => {
      const link = document.createElement('a')
      link.href = to
      const [head, place, text] = ['b', 'small', 'span'].map((tag) => document.createElement(tag))
      if (head && place && text) {
        head.textContent = title
        place.textContent = page === title ? '' : page
        text.textContent = start
        link.append(head, place, text)
      }
      const item = document.createElement('li')
      item.append(link)
      return item
    }),
  )
}

/** Down goes from the field to the first result and on; Enter in the field opens the first result. */
function moveByArrows(event: KeyboardEvent, made: HTMLDialogElement): void {
  const stops = [...made.querySelectorAll<HTMLElement>('input, a')]
  const at = stops.indexOf(document.activeElement as HTMLElement)
  if (event.key === 'Enter' && at === 0) stops[1]?.click()
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (step === undefined) return
  event.preventDefault()
  stops[Math.max(0, Math.min(stops.length - 1, at + step))]?.focus()
}
