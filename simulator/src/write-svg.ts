/** Rounds to hundredths, which is finer than a pixel and keeps the markup short. */
function formatNumber(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** Template tag for attribute values: rounds the numbers of a path or a transform. */
export function d(parts: TemplateStringsArray, ...values: readonly (number | string)[]): string {
  return parts.reduce((text, part, k) => {
    const value = values[k - 1] ?? ''
    return text + (typeof value === 'number' ? formatNumber(value) : value) + part
  })
}

export function shape(path: string, fill: string, opacity?: number): string {
  return `<path d="${path}" fill="${fill}"${faded(opacity)}/>`
}

export function line(path: string, colour: string, width: number): string {
  return d`<path d="${path}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round"/>`
}

export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  fill: string,
): string {
  return d`<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${fill}"/>`
}

export function circle(x: number, y: number, radius: number, fill: string): string {
  return d`<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string): string {
  return d`<ellipse cx="${x}" cy="${y}" rx="${rx}" ry="${ry}" fill="${fill}"/>`
}

export function group(transform: string, body: string): string {
  return `<g transform="${transform}">${body}</g>`
}

export function svgDocument(width: number, height: number, definitions: string, body: string): string {
  const size = `width="${width}" height="${height}"`
  const head = `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="DejaVu Sans">`
  return `${head}<defs>${definitions}</defs>${body}</svg>`
}

/** Not the `opacity` attribute: with it the renderer first draws the element on its own canvas. */
function faded(opacity: number | undefined): string {
  return opacity === undefined ? '' : ` fill-opacity="${opacity}"`
}
