/**
 * The columns of the platform's export that mean something here, by every name that they go by. A currency in
 * brackets at the end is no part of the name.
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
  // In other languages its values are translated too, and mean nothing then.
  objective: ['objective'],
  currency: ['currency', 'währung', 'divisa'],
} as const

export type CsvColumn = keyof typeof columnNames

/** Known, and of no use: ratios and reach of single days cannot be summed, names of ads change. */
const unusedColumns = new Set([
  'ad name',
  'ad set name',
  'ad set id',
  'reach',
  'frequency',
  'alcance',
  'reichweite',
])

export type CsvHead = {
  columnIndex: Partial<Record<CsvColumn, number>>
  /** As the head of the spend says it. */
  currency: string | undefined
  ignored: string[]
}

/** Where each column stands, in whatever order. Of two with one meaning the first counts. */
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
