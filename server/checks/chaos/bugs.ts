import type { Bug } from './bug.ts'
import { bugsOfCallbacks } from './bugs-of-callbacks.ts'
import { bugsOfCutTails } from './bugs-of-cut-tails.ts'
import { bugsOfIngredients } from './bugs-of-ingredients.ts'
import { bugsOfJobs } from './bugs-of-jobs.ts'
import { bugsOfMoney } from './bugs-of-money.ts'
import { bugsOfOperation } from './bugs-of-operation.ts'
import { bugsOfProviders } from './bugs-of-providers.ts'
import { bugsOfRouting } from './bugs-of-routing.ts'

export const bugs: Bug[] = [
  ...bugsOfMoney,
  ...bugsOfJobs,
  ...bugsOfCallbacks,
  ...bugsOfIngredients,
  ...bugsOfCutTails,
  ...bugsOfOperation,
  ...bugsOfProviders,
  ...bugsOfRouting,
]

export function findBug(name: string): Bug {
  const bug = bugs.find((one) => one.name === name)
  if (!bug) throw new Error(`there is no bug '${name}'; there are ${bugs.map((one) => one.name).join(', ')}`)
  return bug
}
