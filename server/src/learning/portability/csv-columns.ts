import type { RowFigure } from '@atelier/contract'

/**
 * The columns of the platform's CSV export that are used, with all their names. A currency in brackets at the
 * end is not part of the name.
 */
const columnNames = {
  adId: ['ad id', 'anzeigen-id', 'identificador del anuncio'],
  campaignId: ['campaign id', 'kampagnen-id', 'identificador de la campaña'],
  campaignName: ['campaign name', 'kampagnenname', 'nombre de la campaña'],
  day: ['day', 'tag', 'día'],
  starts: ['reporting starts', 'berichtsstart', 'inicio del informe', 'inicio de los informes'],
  ends: ['reporting ends', 'berichtsende', 'fin del informe', 'fin de los informes'],
  spend: ['amount spent', 'ausgegebener betrag', 'importe gastado'],
  impressions: ['impressions', 'impressionen', 'impresiones'],
  clicks: ['clicks (all)', 'klicks (alle)', 'clics (todos)'],
  linkClicks: ['link clicks', 'link-klicks', 'clics en el enlace'],
  purchases: ['purchases', 'website purchases', 'käufe', 'compras', 'compras en el sitio web'],
  value: [
    'purchases conversion value',
    'purchase conversion value',
    'website purchases conversion value',
    'conversion value',
    'valor de conversión de compras',
  ],
  results: ['results', 'ergebnisse', 'resultados'],
  resultType: ['result indicator', 'result type', 'indicador de resultado', 'tipo de resultado'],
  attribution: ['attribution setting', 'attributionseinstellung', 'configuración de atribución'],
  // Only in English: in other languages its values are translated too and cannot be mapped.
  objective: ['objective'],
  currency: ['currency', 'währung', 'divisa'],
  videoPlays: ['video plays'],
  threeSecondPlays: ['3-second video plays', '3-second video views'],
  thruPlays: ['thruplays', 'thruplay'],
  playsTo25: ['video plays at 25%'],
  playsTo50: ['video plays at 50%'],
  playsTo75: ['video plays at 75%'],
  playsTo100: ['video plays at 100%'],
  outboundClicks: ['outbound clicks', 'ausgehende klicks', 'clics salientes'],
  landingPageViews: [
    'landing page views',
    'website landing page views',
    'landingpage-aufrufe',
    'visitas a la página de destino',
  ],
  addsToCart: ['adds to cart', 'website adds to cart', 'artículos agregados al carrito'],
  checkouts: ['checkouts initiated', 'website checkouts initiated'],
  newCustomers: ['new customers', 'new customer purchases'],
  // Money alone: "gross margin" is a share of the revenue in most reports.
  margin: [
    'margin',
    'gross profit',
    'contribution margin',
    'deckungsbeitrag',
    'rohertrag',
    'beneficio bruto',
  ],
} as const satisfies Record<RowFigure, readonly string[]> & Record<string, readonly string[]>

export type CsvColumn = keyof typeof columnNames

/** Known and unused: ratios and reach of single days cannot be summed, and names of ads change. */
const unusedColumns = new Set([
  'ad name',
  'ad set name',
  'ad set id',
  'reach',
  'frequency',
  'alcance',
  'reichweite',
])

/** The head of a CSV file. `ignored` are columns that are neither used nor known. */
export type CsvHead = {
  columnIndex: Partial<Record<CsvColumn, number>>
  /** The currency in the name of the spend column. */
  currency: string | undefined
  ignored: string[]
}

/** Finds the columns, in any order. Of two columns with the same meaning the first counts. */
export function readCsvHead(cells: string[]): CsvHead {
  const head: CsvHead = { columnIndex: {}, currency: undefined, ignored: [] }
  for (const [index, cell] of cells.entries()) {
    const [, name = '', currency] = /^(.*?)(?: \(([A-Z]{3})\))?$/s.exec(cell.trim()) ?? []
    const column = columnOf(name.toLowerCase())
    if (column && head.columnIndex[column] === undefined) {
      head.columnIndex[column] = index
      if (column === 'spend') head.currency = currency
    } else if (!column && !unusedColumns.has(name.toLowerCase())) head.ignored.push(cell.trim())
  }
  return head
}

const columnOf = (name: string): CsvColumn | undefined =>
  (Object.keys(columnNames) as CsvColumn[]).find((column) =>
    (columnNames[column] as readonly string[]).includes(name),
  )
