import { type ReactNode, useState } from 'react'
import { useWords } from '../words/index.ts'
import { Button } from './button.tsx'
import { join } from './join-classes.ts'

export type PlotTable = { columns: string[]; rows: { id: string; cells: string[] }[] }

type PlotCardProps = {
  title: string
  help?: ReactNode
  /** The same numbers as a table. */
  table: PlotTable
  className?: string
  children: ReactNode
}

/** A plot with its name, and its numbers as a table beside it. */
export function PlotCard({ title, help, table, className, children }: PlotCardProps) {
  const { knowledge: words } = useWords()
  const [isTable, showTable] = useState(false)
  return (
    <section className={join('card plot overflow-hidden', className)}>
      <div className="card-head flex-wrap pb-2">
        <h2>{title}</h2>
        {help && <p>{help}</p>}
        {table.rows.length > 0 && (
          <Button small className={help ? '' : 'ml-auto'} onClick={() => showTable(!isTable)}>
            {isTable ? words.chart : words.table}
          </Button>
        )}
      </div>
      {isTable ? <Table label={title} table={table} /> : children}
    </section>
  )
}

export function Table({ label, table: { columns, rows } }: { label: string; table: PlotTable }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard.
    <div className="overflow-x-auto" role="group" aria-label={label} tabIndex={0}>
      <table className="entries tabular-nums">
        <thead>
          <tr>
            {columns.map((column, at) => (
              <th key={column} className={at === 0 ? '' : 'right'}>
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, at) => (
                <td key={columns[at]} className={at === 0 ? '' : 'right'}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
