import type { Defence } from '../../harness/attacks/index.ts'
import type { Mutation } from '../../harness/mutation/index.ts'

const PAGE = 'edge/dashboard/answer-page.ts'
const SERVE = 'edge/routes/photos-serve.get.ts'
const STORE = 'catalog/photos/store-picture.ts'

const rule = (from: string, to = ''): Mutation => ({ file: PAGE, from, to })

const ANCESTORS = rule(`    "frame-ancestors 'none'",\n`)
const FRAME_OPTIONS = rule(`    'x-frame-options': 'DENY',\n`)
const TRUSTED = rule(`    "require-trusted-types-for 'script'",\n    "trusted-types 'none'",\n`)
const INLINE = rule(`    "script-src 'self'",\n`, `    "script-src 'self' 'unsafe-inline'",\n`)

export const defencesAgainstFrames: Defence[] = [
  { name: 'the rule frame-ancestors', sign: 'has no rule frame-ancestors', mutations: [ANCESTORS] },
  { name: 'the header x-frame-options', sign: 'has no header x-frame-options', mutations: [FRAME_OPTIONS] },
  { name: 'both', sign: 'showed a page of ours in a frame', mutations: [ANCESTORS, FRAME_OPTIONS] },
  {
    name: 'a window of its own',
    sign: 'leaves its window to the page that opened it',
    mutations: [
      rule(`    'cross-origin-opener-policy': path === AUTHORIZE_PATH ? 'unsafe-none' : 'same-origin',\n`),
    ],
  },
]

export const defencesAgainstScripts: Defence[] = [
  { name: 'scripts are files', sign: 'ran in the page', mutations: [INLINE] },
  { name: 'no text is markup', sign: 'was taken as markup', mutations: [TRUSTED] },
  {
    name: 'the policy of the page',
    sign: 'a script ran in the page',
    // Without the line the policy of every other answer would stand there, and the page could load nothing.
    mutations: [
      rule(
        `    'content-security-policy': writePolicy(call.app.config),\n`,
        `    'content-security-policy': 'img-src *',\n`,
      ),
    ],
  },
  {
    name: 'nothing by default',
    sign: `does not say default-src 'none'`,
    mutations: [rule(`    "default-src 'none'",\n`, `    "default-src 'self'",\n`)],
  },
  {
    name: 'no other base',
    sign: `does not say base-uri 'none'`,
    mutations: [rule(`    "base-uri 'none'",\n`)],
  },
  {
    name: 'the type of a page is not guessed',
    sign: 'may guess the type of the page',
    mutations: [
      { file: 'edge/http/usual-headers.ts', from: `    'x-content-type-options': 'nosniff',\n`, to: '' },
    ],
  },
  {
    name: 'the built page has no script of its own',
    sign: 'the built page has a script without a file',
    pages: [
      {
        file: 'index.html',
        from: '    <div id="root"></div>\n',
        to: '    <div id="root"></div>\n    <script>window.isEarly = true</script>\n',
      },
    ],
  },
  {
    name: 'the built page has no style of its own',
    sign: 'the built page has a style without a file',
    pages: [{ file: 'index.html', from: '<div id="root">', to: '<div id="root" style="min-height: 1px">' }],
  },
]

export const defencesOfTexts: Defence[] = [
  {
    name: 'the name of a product is a text',
    sign: 'complained',
    pages: [
      {
        file: 'src/pages/products/products-page.tsx',
        from: `<Link to="/products/$id" params={{ id }}>\n              {name}\n            </Link>`,
        to: `<Link to="/products/$id" params={{ id }} dangerouslySetInnerHTML={{ __html: name }} />`,
      },
    ],
  },
  {
    name: 'a prompt is a text, and the policy',
    sign: 'a text became an element',
    mutations: [INLINE, TRUSTED],
    pages: [
      {
        file: 'src/pages/picture/picture-page.tsx',
        from: `<h1 className={join('text-xl! wrap-anywhere', !isWhole && 'line-clamp-5')}>{text}</h1>`,
        to: '<h1 dangerouslySetInnerHTML={{ __html: text }} />',
      },
    ],
  },
  {
    name: 'a note is a text, and the policy',
    sign: 'a text ran as a script',
    mutations: [INLINE, TRUSTED],
    pages: [
      {
        file: 'src/pages/knowledge/note-card.tsx',
        from: `<blockquote className={join('quote', isCut && 'line-clamp-6')}>{note.text}</blockquote>`,
        to: '<blockquote className="quote" dangerouslySetInnerHTML={{ __html: note.text }} />',
      },
    ],
  },
]

export const defencesAgainstRedirects: Defence[] = [
  {
    name: 'only a path of our own is next',
    sign: 'not in the dashboard',
    pages: [
      {
        file: 'src/read-search.ts',
        from: 'isText(search.next) && isOwnPath(search.next, location.origin)',
        to: 'isText(search.next)',
      },
    ],
  },
  {
    name: 'a page gets no value that was refused',
    sign: 'not in the dashboard',
    pages: [
      {
        file: 'src/read-search.ts',
        from: '...Object.fromEntries(Object.keys(others).map((name) => [name, undefined])), ...read(search)',
        to: '...others, ...read(search)',
      },
    ],
  },
  {
    name: 'only a path of our own is next, and the page does not load it',
    sign: 'led to other.example',
    pages: [
      {
        file: 'src/read-search.ts',
        from: 'isText(search.next) && isOwnPath(search.next, location.origin)',
        to: 'isText(search.next)',
      },
      {
        file: 'src/pages/way-in/use-enter.ts',
        from: 'router.history.push(next)',
        to: 'window.location.assign(next)',
      },
    ],
  },
]

/** The bytes of the upload are stored, not those that were written again. */
const ORIGINAL: Mutation = {
  file: STORE,
  from: 'const { bytes, contentType, extension, sha256, width, height } =',
  to: `const { readFile } = await import('node:fs/promises')
  const bytes = await readFile(path)
  const sha256 = (await import('node:crypto')).createHash('sha256').update(bytes).digest()
  const { contentType, extension, width, height } =`,
}

export const defencesOfFiles: Defence[] = [
  {
    name: 'what is no picture is refused',
    sign: 'files that are no pictures are stored',
    mutations: [
      {
        file: STORE,
        from: '= await app.cleaner.clean(path, userId)',
        to: `= await app.cleaner.clean(path, userId).catch(async () => {
    const [{ readFile }, { createHash }] = [await import('node:fs/promises'), await import('node:crypto')]
    const given = await readFile(path)
    const hash = createHash('sha256').update(given).digest()
    return { bytes: given, contentType: 'image/png', extension: 'png', sha256: hash, width: 1, height: 1 }
  })`,
      },
    ],
  },
  {
    name: 'a picture is written again',
    sign: 'still has a page in it',
    mutations: [ORIGINAL],
  },
  {
    name: 'the type of a file is not guessed',
    sign: 'a browser may guess the type',
    mutations: [
      { file: 'edge/http/usual-headers.ts', from: `    'x-content-type-options': 'nosniff',\n`, to: '' },
    ],
  },
  {
    name: 'a file is no page',
    sign: 'has the policy',
    mutations: [
      {
        file: SERVE,
        from: `"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"`,
        to: `'img-src *'`,
      },
    ],
  },
  {
    name: 'a file has the type of a picture',
    sign: 'is served as text/html',
    mutations: [
      { file: SERVE, from: `    'content-type': contentType,\n`, to: `    'content-type': 'text/html',\n` },
    ],
  },
  {
    name: 'all of it',
    sign: 'ran as a page',
    mutations: [
      ORIGINAL,
      { file: SERVE, from: `    'content-type': contentType,\n`, to: `    'content-type': 'text/html',\n` },
      {
        file: SERVE,
        from: `"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"`,
        to: `'img-src *'`,
      },
    ],
  },
]
