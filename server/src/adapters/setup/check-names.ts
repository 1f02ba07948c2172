import { wrongFile } from '#platform/config'
import type { Kind, Provider } from '#platform/providers'
import { findOffers } from './list-models.ts'
import type { Listing, OperatorFile } from './operator-file.ts'

type Models = Listing['models']

/** Checks that the names of a file fit together. Throws a line for each that does not. */
export function checkNames(
  file: OperatorFile,
  { models, defaults }: Listing,
  all: readonly Provider[],
): void {
  const kindsOf = (id: string | undefined): Kind[] =>
    (models.find((one) => one.id === id)?.offers ?? [])
      .flatMap((name) => findOffers(all, name))
      .map(({ offer }) => offer.kind)
  const own = file.models ?? []
  const wrong = [
    ...own.flatMap((_, at) => checkOffers(own, at, all)),
    ...own.map((_, at) => checkFallback(own, at, kindsOf)),
    ...(file.openai?.offers ?? []).map(
      ({ id }, at) =>
        !own.some(({ offers }) => offers.includes(id)) && `openai.offers[${at}].id: no model names ${id}`,
    ),
    ...(['image', 'video'] as const).map((kind) => {
      const id = defaults[kind]
      if (id === undefined || kindsOf(id).includes(kind)) return false
      const isListed = models.some((one) => one.id === id)
      return `defaults.${kind}: ${id} ${isListed ? `makes no ${kind}` : 'is not in models'}`
    }),
  ].filter((error) => typeof error === 'string')
  if (wrong.length > 0) throw wrongFile('PROVIDERS_FILE', wrong)
}

/** A job is sent to each provider under one name, so a model names none of them twice. */
function checkOffers(models: Models, at: number, all: readonly Provider[]): (string | false)[] {
  const { id, offers } = models[at] as Models[number]
  const providers = offers.map((name) => name.split('/')[0] as string)
  return [
    models.findIndex((one) => one.id === id) < at && `models[${at}].id: ${id} is listed twice`,
    ...offers.map((name, i) => {
      const path = `models[${at}].offers[${i}]`
      const provider = providers[i] as string
      if (!all.some((one) => one.name === provider)) return `${path}: ${name} names no provider`
      if (findOffers(all, name).length === 0) return `${path}: ${provider} does not offer ${name}`
      return providers.indexOf(provider) < i && `${path}: ${provider} is named twice`
    }),
  ]
}

function checkFallback(
  models: Models,
  at: number,
  kindsOf: (id: string | undefined) => Kind[],
): string | false {
  const { id, fallback } = models[at] as Models[number]
  const path = `models[${at}].fallback`
  if (fallback === undefined) return false
  if (fallback === id) return `${path}: a model cannot fall back to itself`
  if (!models.some((one) => one.id === fallback)) return `${path}: ${fallback} is not in models`
  const isOfKind = kindsOf(fallback).some((kind) => kindsOf(id).includes(kind))
  return !isOfKind && `${path}: ${fallback} makes no ${kindsOf(id)[0] ?? 'such'} files`
}
