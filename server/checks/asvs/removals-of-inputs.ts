import { type Removal, without } from './removal.ts'

const SERVE = 'edge/routes/photos-serve.get.ts'
const PAGE = 'edge/dashboard/answer-page.ts'

/** Encoding, validation, files. */
export const removalsOfInputs: Removal[] = [
  without('1.1.1 5.3.2', 'the exact names of files', 'catalog/photos/load-upload.ts', {
    from: '  if (!row || fileNameOf(id as string, row.content_type) !== name) {',
    to: '  if (!row) {',
  }),
  without('1.1.2', 'the replacement of quotation marks', 'learning/knowledge/quote-text.ts', {
    from: `    .replace(QUOTES, "'")\n`,
    to: '',
  }),
  without('1.2.1 5.4.2', 'names of downloads that are ours', SERVE, {
    from: `(query.download === '1' && { 'content-disposition': \`attachment; filename="\${params.file}"\` }`,
    to: `(query.download && { 'content-disposition': \`attachment; filename="\${escape(query.download)}"\` }`,
  }),
  {
    rows: ['1.2.2'],
    without: 'the check that a path is one of ours',
    edits: [
      {
        file: 'dashboard/src/shell/is-own-path.ts',
        from: ' && URL.canParse(path, origin) && new URL(path, origin).origin === origin',
        to: ' && origin.length > 0',
      },
    ],
  },
  without('1.2.3 3.4.3 3.7.1', 'the rule that scripts are files', PAGE, {
    from: `    "script-src 'self'",\n`,
    to: `    "script-src 'self' 'unsafe-inline'",\n`,
  }),
  without('14.2.3', 'the rule that the page connects to its own host', PAGE, {
    from: `    "connect-src 'self'",\n`,
    to: `    'connect-src *',\n`,
  }),
  without('1.2.4', 'the parameter of a name', 'catalog/products/create-product.ts', {
    from: `$3, $4) returning \${productColumns}\`,\n    [newId('product'), owner.userId, owner.mode, name],`,
    to: `$3, '\${name}') returning \${productColumns}\`,\n    [newId('product'), owner.userId, owner.mode],`,
  }),
  without('1.2.5', 'the list of arguments', 'edge/backups/run-pgbackrest.ts', {
    from: `{ stdio: ['ignore', 'pipe', 'pipe'] }`,
    to: `{ stdio: ['ignore', 'pipe', 'pipe'], shell: true }`,
  }),
  without('1.2.9', 'the fixed pattern', 'edge/http/authenticate.ts', {
    from: '/^Bearer +(\\S+) *$/i.exec(',
    to: `new RegExp(\`^\${headers['x-scheme'] ?? 'Bearer'} +(\\\\S+) *$\`, 'i').exec(`,
  }),
  without('1.3.2', 'data as data', 'edge/http/parse-json.ts', {
    from: 'return JSON.parse(utf8.decode(bytes))',
    to: `return new Function(\`return (\${utf8.decode(bytes)})\`)()`,
  }),
  without('1.3.3', 'the cleaning of ids', 'platform/providers/clean-message.ts', {
    from: `    .replace(ID, '')\n`,
    to: '',
  }),
  without('1.3.11', 'the check of an address', 'platform/smtp/open-mailer.ts', {
    from: '      if (!isMailable(to)) return',
    to: "      if (to === '') return",
  }),
  without('1.3.4', 'the look at the first bytes', 'platform/imaging/picture-kinds.ts', {
    from: '  return undefined\n',
    to: "  return 'png'\n",
  }),
  {
    rows: ['1.3.5', '3.2.2'],
    without: 'texts as texts',
    edits: [
      {
        file: 'dashboard/src/pages/knowledge/note-card.tsx',
        from: `<blockquote className={join('quote', isCut && 'line-clamp-6')}>{note.text}</blockquote>`,
        to: '<blockquote className="quote" dangerouslySetInnerHTML={{ __html: note.text }} />',
      },
    ],
  },
  without('1.3.6', 'the check of addresses', 'platform/fetching/address-policy.ts', {
    from: "    if (family === 4) return !denied.check(address, 'ipv4')",
    to: '    if (family === 4) return true',
  }),
  {
    rows: ['1.4.2', '2.2.2', '6.2.1', '15.3.5'],
    without: 'ranges and lengths',
    edits: [
      {
        file: 'contract/src/keys.ts',
        from: 'const credits = z.int().min(0).max(1_000_000_000_000)',
        to: 'const credits = z.coerce.number()',
      },
      {
        file: 'contract/src/keys.ts',
        from: '      .min(PASSWORD_CHARACTERS_MIN)\n      .max(PASSWORD_CHARACTERS)\n',
        to: '      .min(1 + 0 * PASSWORD_CHARACTERS_MIN)\n',
      },
    ],
  },
  without('1.5.2 15.3.6', 'the removal of __proto__', 'edge/http/parse-json.ts', {
    from: "  Reflect.deleteProperty(value, '__proto__')\n",
    to: '',
  }),
  {
    rows: ['2.2.1'],
    without: 'the length of names',
    edits: [
      {
        file: 'contract/src/products.ts',
        from: "const name = text(1, NAME_CHARACTERS).meta({ example: 'Mug' })",
        to: "const name = text(0, 10 * NAME_CHARACTERS).meta({ example: 'Mug' })",
      },
    ],
  },
  without('2.3.1', 'the order of steps', 'production/media/attach-media.ts', {
    from: "  if (row.status !== 'completed') throw notCompleted(row.status)\n",
    to: '  void notCompleted\n',
  }),
  without('2.3.2', 'the daily limit', 'access/credits/check-budget.ts', {
    from: 'if (dailyCreditLimit === null || spentCredits + costCredits <= dailyCreditLimit) return undefined',
    to: 'if (dailyCreditLimit === null || spentCredits <= dailyCreditLimit) return undefined',
  }),
  without('2.3.3 16.5.3', 'the transaction of a report', 'learning/reports/send-report.ts', {
    from: '        if (!(await isFree(tx, owner, key))) throw inFlight()\n',
    to: '        tx = app.db as never\n        if (!(await isFree(tx, owner, key))) throw inFlight()\n',
  }),
  without('2.3.4', 'the lock of an account', 'platform/db/migrations/0041-payments.sql', {
    from: ' and a.mode = p_mode for no key update;\n  if not found then\n    raise',
    to: ' and a.mode = p_mode;\n  if not found then\n    raise',
  }),
  without('2.4.1', 'the limit of requests', 'access/limits/take-slot.ts', {
    from: '  if (!(row as SlotRow).taken) throw rateLimited(slot)\n',
    to: '',
  }),
  without('5.2.1', 'the limit of a file', 'edge/http/receive-form.ts', {
    from: "import { UPLOAD_BYTES } from '@atelier/contract'\n",
    to: "import { UPLOAD_BYTES as BYTES } from '@atelier/contract'\n\nconst UPLOAD_BYTES = BYTES * 8\n",
  }),
  without('5.2.2', 'the decoding of pictures', 'catalog/photos/store-picture.ts', {
    from: '= await app.cleaner.clean(path, userId)',
    to: `= await app.cleaner.clean(path, userId).catch(async () => {
    const [{ readFile }, { createHash }] = [await import('node:fs/promises'), await import('node:crypto')]
    const given = await readFile(path)
    const hash = createHash('sha256').update(given).digest()
    return { bytes: given, contentType: 'image/png', extension: 'png', sha256: hash, width: 1, height: 1 }
  })`,
  }),
  without('3.2.1', 'the policy of files', SERVE, {
    from: `"default-src 'none'; frame-ancestors 'none'; base-uri 'none'; sandbox"`,
    to: `'img-src *'`,
  }),
  without('5.2.3', 'the refusal of compressed bodies', 'edge/http/collect-body.ts', {
    from: "  if (encoding.trim().toLowerCase() === 'identity') return\n",
    to: "  if (encoding !== '') return\n",
  }),
  without('5.3.1 13.4.3', 'that no file of the disk is served', PAGE, {
    from: '|^\\/[^?]*\\.[^/?]*$/',
    to: '/',
  }),
  without('5.4.3', 'the look of the scanner', 'production/results/store-files.ts', {
    from: '  await scan(app, result, file)\n',
    to: '',
  }),
  without('5.4.1', 'the name of a download', SERVE, { from: 'attachment; filename=', to: 'inline; name=' }),
  without('4.2.1', 'the strict parser', 'edge/http/open-http.ts', {
    from: '      requireHostHeader: false,\n',
    to: '      requireHostHeader: false,\n      insecureHTTPParser: true,\n',
  }),
  without('13.4.4', 'the refusal of other methods', 'edge/http/open-http.ts', {
    from: 'NotFoundHandler((request, reply) => send(reply, errorAnswer(app, endpointNotFound(), request)))\n',
    to: 'NotFoundHandler((request, reply) => reply.send(request.headers))\n',
  }),
  without('15.3.7', 'one value for a parameter', 'edge/http/receive-request.ts', {
    from: "    if (typeof value !== 'string' && !repeats.includes(name))\n      throw",
    to: "    if (typeof value !== 'string') continue\n    if (name === '')\n      throw",
  }),
  without('15.3.3', 'the price of the contract', 'production/orders/read-orders.ts', {
    from: '    costCredits: imagePrice(n),',
    to: '    costCredits: Number((body as { creditsCost?: number }).creditsCost ?? imagePrice(n)),',
  }),
]
