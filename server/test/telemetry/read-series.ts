/** The value of a series by its name and labels, in the order in which they are written. */
export function readSeries(text: string, series: string): number | undefined {
  const line = text.split('\n').find((one) => one.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

/** How much a series grew since this was called. */
export const newCounting = (render: () => Promise<string>) => async () => {
  const before = await render()
  return {
    added: async (series: string): Promise<number> =>
      (readSeries(await render(), series) ?? 0) - (readSeries(before, series) ?? 0),
  }
}
