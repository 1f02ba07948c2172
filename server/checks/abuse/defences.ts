import type { Mutation } from '../../harness/mutation/index.ts'

/** A defence that can be taken out, and the abuse that must then do harm. */
export type Defence = { name: string; abuse: string; mutations: Mutation[] }

const defences: Defence[] = []

export function findDefence(name: string): Defence {
  const found = defences.find((one) => one.name === name)
  const known = defences.map((one) => one.name).join(', ')
  if (!found) throw new Error(`there is no defence '${name}'; there are ${known}`)
  return found
}
