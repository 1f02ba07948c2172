export type ListedObject = { key: string; sizeBytes: number; modifiedAt: Date }

/** `after` is where the next page begins; undefined at the end. `listedAt` is the time of the storage. */
export type ListedObjects = { objects: ListedObject[]; after: string | undefined; listedAt: Date }

/**
 * Reads the answer to ListObjectsV2. Its form is fixed and flat, so it needs no XML parser: elements are not
 * nested in elements of the same name, and a `<` in a value is written as an entity.
 */
export function readListing(xml: string, listedAt: Date): ListedObjects {
  if (!/<ListBucketResult[\s>]/.test(xml)) throw new Error(`not a list of objects: ${xml.slice(0, 200)}`)
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, text = '']) => ({
    key: loadValue(text, 'Key'),
    sizeBytes: Number(loadValue(text, 'Size')),
    modifiedAt: loadTime(text),
  }))
  const isTruncated = findValue(xml, 'IsTruncated') === 'true'
  return { objects, after: isTruncated ? objects.at(-1)?.key : undefined, listedAt }
}

function loadTime(text: string): Date {
  const time = new Date(loadValue(text, 'LastModified'))
  if (Number.isNaN(time.getTime())) throw new Error(`a listed object has no time: ${text}`)
  return time
}

function loadValue(text: string, name: string): string {
  const value = findValue(text, name)
  if (value === undefined) throw new Error(`a listed object has no ${name}: ${text}`)
  return value
}

function findValue(text: string, name: string): string | undefined {
  const value = new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1]
  return value?.replace(/&(#x[0-9a-f]+|#\d+|\w+);/gi, readEntity)
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function readEntity(whole: string, name: string): string {
  if (name.startsWith('#x')) return String.fromCodePoint(Number.parseInt(name.slice(2), 16))
  if (name.startsWith('#')) return String.fromCodePoint(Number(name.slice(1)))
  return entities[name] ?? whole
}
