type Version = [major: number, minor: number, patch: number]

const FORM = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/

/** Undefined when it is not three numbers with dots. */
function readVersion(text: string): Version | undefined {
  const found = FORM.exec(text)
  return found ? [Number(found[1]), Number(found[2]), Number(found[3])] : undefined
}

/** Why this version cannot follow those that have a tag. */
export function judgeVersion(wanted: string, released: string[]): string[] {
  const version = readVersion(wanted)
  if (!version) return [`${wanted} is no version such as 1.2.3`]
  if (released.includes(wanted)) return [`${wanted} has a tag`]
  const newest = newestOf(released)
  return newest && compare(version, newest) <= 0 ? [`${wanted} is not newer than ${newest.join('.')}`] : []
}

const newestOf = (all: string[]): Version | undefined =>
  all
    .map(readVersion)
    .filter((one) => one !== undefined)
    .toSorted(compare)
    .at(-1)

function compare(a: Version, b: Version): number {
  const at = a.findIndex((part, i) => part !== b[i])
  return at === -1 ? 0 : (a[at] as number) - (b[at] as number)
}
