/** The address in the examples of the contract. On a deployment it becomes the address of the deployment. */
const EXAMPLE_URL = 'https://atelier.example'

const all = <Found extends Element>(selector: string): Found[] => [
  ...document.querySelectorAll<Found>(selector),
]

function writeOwnAddress(): void {
  for (const code of all('pre, code')) {
    const walker = document.createTreeWalker(code, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (node.nodeValue?.includes(EXAMPLE_URL))
        node.nodeValue = node.nodeValue.replaceAll(EXAMPLE_URL, location.origin)
  }
}

const LANGUAGES = { 'language-sh': 'curl', 'language-python': 'Python', 'language-ts': 'TypeScript' }
const CHOSEN = 'atelier-docs-language'

/** The three forms of a call as tabs. The choice holds for all calls and pages. */
function foldCalls(): void {
  const calls = all<HTMLElement>('.calls')
  const show = (language: string) => {
    for (const call of calls) {
      for (const pre of call.querySelectorAll('pre')) pre.hidden = !pre.classList.contains(language)
      for (const button of call.querySelectorAll<HTMLButtonElement>('.languages button'))
        button.setAttribute('aria-pressed', String(button.dataset.language === language))
    }
  }
  for (const call of calls) {
    const bar = document.createElement('div')
    bar.className = 'languages'
    bar.setAttribute('role', 'group')
    bar.setAttribute('aria-label', 'Language of the example')
    for (const [language, name] of Object.entries(LANGUAGES)) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = name
      button.dataset.language = language
      button.addEventListener('click', () => {
        localStorage.setItem(CHOSEN, language)
        show(language)
      })
      bar.append(button)
    }
    call.prepend(bar)
  }
  const known = localStorage.getItem(CHOSEN) ?? ''
  show(known in LANGUAGES ? known : 'language-sh')
}

function addCopyButtons(): void {
  if (!navigator.clipboard) return
  for (const pre of all<HTMLElement>('pre')) {
    const button = document.createElement('button')
    button.type = 'button'
    button.className = 'copy'
    button.textContent = 'Copy'
    const frame = document.createElement('div')
    frame.className = 'code'
    const text = () => pre.textContent ?? ''
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(text())
      button.textContent = 'Copied'
      setTimeout(() => {
        button.textContent = 'Copy'
      }, 2_000)
    })
    pre.replaceWith(frame)
    frame.append(pre, button)
  }
}

function openMenu(): void {
  const menu = document.querySelector<HTMLButtonElement>('header .menu')
  if (!menu) return
  menu.hidden = false
  menu.addEventListener('click', () => {
    const isOpen = document.body.classList.toggle('menu-open')
    menu.setAttribute('aria-expanded', String(isOpen))
  })
}

/** The heading that is read is marked in the contents of the page. */
function markCurrent(): void {
  const links = new Map(all<HTMLAnchorElement>('aside a').map((link) => [link.hash.slice(1), link]))
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue
        for (const link of links.values()) link.removeAttribute('aria-current')
        links.get(target.id)?.setAttribute('aria-current', 'true')
      }
    },
    { rootMargin: '0px 0px -75% 0px' },
  )
  for (const heading of all('main h2[id], main h3[id]')) observer.observe(heading)
}

const OLD_PLACES: Record<string, string> = {
  start: 'quick-start',
  auth: 'concepts#keys',
  statuses: 'polling',
  prices: 'limits',
  errors: 'reference/errors',
  limits: 'limits',
}

/** The reference was one page, whose places had addresses such as /docs#submitImage. */
async function followOldPlace(index: string): Promise<void> {
  const place = location.hash.slice(1)
  const isFirst = location.pathname.replace(/\/$/, '') === '/docs'
  if (!isFirst || place === '' || document.getElementById(place)) return
  const known = OLD_PLACES[place]
  if (known) return location.replace(`/docs/${known}`)
  const { storedFields } = (await (await fetch(index)).json()) as {
    storedFields: Record<string, { to: string }>
  }
  const wanted = `#${place.toLowerCase()}`
  const found = Object.values(storedFields).find(({ to }) => to.toLowerCase().endsWith(wanted))
  if (found) location.replace(found.to)
}

const own = document.querySelector<HTMLScriptElement>('script[data-index]')
const { search = '', index = '' } = own?.dataset ?? {}

writeOwnAddress()
foldCalls()
addCopyButtons()
openMenu()
markCurrent()
void followOldPlace(index)

const find = document.querySelector<HTMLButtonElement>('header .find')
const openSearch = async (): Promise<void> => {
  const { open } = (await import(search)) as { open: (index: string) => Promise<void> }
  await open(index)
}
if (find) {
  find.hidden = false
  find.addEventListener('click', () => void openSearch())
}
addEventListener('keydown', (event) => {
  const isTyping = /^(INPUT|TEXTAREA|SELECT)$/.test((event.target as Element | null)?.tagName ?? '')
  const isAsked = event.key === '/' || (event.key === 'k' && (event.metaKey || event.ctrlKey))
  if (isTyping || !isAsked) return
  event.preventDefault()
  void openSearch()
})
