import { type Random, seededRandom } from '../../harness/random/index.ts'

const sizes = ['1:1', '2:3', '3:2'] as const
const orientations = ['portrait', 'landscape'] as const

/** How a job is submitted: an image, a video by JSON with references, or a video by a form with a file. */
export type Make = 'image' | 'video' | 'form'

/** A kind of job and how often it is submitted. `early`: it may fill its window, so not near the end. */
export type Kind = {
  make?: Make
  model: string
  n: 1 | 2 | 4
  weight: number
  early?: true
  /** It names an address that does not exist, and must fail before it is sent to a provider. */
  address?: true
  /** It is sent with a test key and names no model: `model` is what it must get. */
  isTest?: true
}

/** What a job is made from, by index among what its user has: ids are only known later. */
export type Ingredients = {
  product?: 'primary photo' | 'second photo' | 'tag only'
  character?: true
  /** Photos that are named one by one, by their index in the album. */
  named?: readonly number[]
  address?: true
}

const recipes = [
  { product: 'primary photo' },
  { product: 'primary photo', character: true },
  { product: 'primary photo', character: true, named: [4, 1] },
  { product: 'second photo', named: [2] },
  { character: true },
  { named: [1, 4] },
  { product: 'tag only' },
] as const satisfies Ingredients[]

export type Behaviour = {
  mix: Kind[]
  /** The share of images with ingredients; a video by JSON always has some. */
  ingredients: number
  /** The share of jobs that are sent twice at the same time. */
  twice: number
  /** The share of jobs that are sent again some time after they were acknowledged. */
  later: number
  /** The share whose client polls while it waits. */
  polls: number
  /** The share whose client disconnects from its first request before the answer. */
  impatient: number
  /** The share whose client attaches the result to another product too, half of them twice at once. */
  attaches: number
  /** The share whose client cancels its job as soon as it is acknowledged. */
  cancels: number
  /** The share whose owner erases the result, or one of its files, when everything else is done. */
  erases: number
}

export type SubmitPlan = {
  index: number
  atMs: number
  user: number
  clientRef: string
  make: Make
  model: string
  mode: 'live' | 'test'
  fields: Record<string, string | number>
  ingredients: Ingredients
  copies: 1 | 2
  againAfterMs: number | undefined
  polls: boolean
  hangUpAfterMs: number | undefined
  attaches: 0 | 1 | 2
  cancelAfterMs: number | undefined
  erases: 'job' | 'last file' | undefined
}

export const usualBehaviour: Behaviour = {
  mix: [
    { model: 'simulator/ok', n: 1, weight: 56 },
    { model: 'simulator/ok', n: 2, weight: 8 },
    { model: 'simulator/ok', n: 4, weight: 4 },
    { model: 'simulator/ok', n: 1, weight: 2, address: true },
    { model: 'simulator/fail', n: 1, weight: 6 },
    { model: 'simulator/moderated', n: 2, weight: 3 },
    { model: 'simulator/partial', n: 1, weight: 1 },
    { model: 'simulator/partial', n: 2, weight: 3 },
    { model: 'simulator/partial', n: 4, weight: 2 },
    { model: 'simulator/refuse', n: 1, weight: 3, early: true },
    { model: 'simulator/lost-reply', n: 1, weight: 4 },
    { model: 'simulator/slow', n: 1, weight: 6, early: true },
    { model: 'simulator/hang', n: 1, weight: 4, early: true },
    ...(['video', 'form'] as const).flatMap((make): Kind[] => [
      { make, model: 'simulator/ok', n: 1, weight: 2 },
      { make, model: 'simulator/fail', n: 1, weight: 0.3 },
      { make, model: 'simulator/moderated', n: 1, weight: 0.2 },
      { make, model: 'simulator/refuse', n: 1, weight: 0.3, early: true },
      { make, model: 'simulator/lost-reply', n: 1, weight: 0.4 },
      { make, model: 'simulator/slow', n: 1, weight: 0.4, early: true },
      { make, model: 'simulator/hang', n: 1, weight: 0.3, early: true },
    ]),
  ],
  ingredients: 0.33,
  twice: 0.08,
  later: 0.05,
  polls: 0.3,
  impatient: 0.05,
  attaches: 0.15,
  cancels: 0.1,
  erases: 0.08,
}

export type Crowd = { seed: number; jobs: number; users: number; loadMs: number; lastEarlyMs: number }

/** More than a user may have running: the last one waits, and is the one that can still be cancelled. */
const GROUP = 4

/**
 * Who submits what and when. A user's jobs come in groups, so that charges meet at one account and some jobs
 * wait for others of the same user.
 */
export function planSubmits(
  { seed, jobs, users, loadMs, lastEarlyMs }: Crowd,
  behaviour: Behaviour,
): SubmitPlan[] {
  return Array.from({ length: jobs }, (_, index) => {
    const random = seededRandom(seed, 'submit', index)
    const atMs = ((index + random.next()) / jobs) * loadMs
    const kind = draw(
      behaviour.mix.filter(({ early }) => !early || atMs <= lastEarlyMs),
      random.next(),
    )
    const clientRef = `chaos-${seed}-${index}`
    const prompt = `job ${index} of the run ${seed}`
    const { make = 'image', model, n } = kind
    const shape =
      make === 'image'
        ? { size: random.pick(sizes), n }
        : { orientation: random.pick(orientations), resolution: 'SD', durationSeconds: 6 }
    const plan: SubmitPlan = {
      index,
      atMs,
      user: Math.floor(index / GROUP) % users,
      clientRef,
      make,
      model,
      mode: kind.isTest ? 'test' : 'live',
      fields: { prompt, ...shape, ...(kind.isTest ? {} : { model }), clientRef },
      ingredients: drawIngredients(kind, behaviour.ingredients, random),
      copies: random.next() < behaviour.twice ? 2 : 1,
      againAfterMs: random.next() < behaviour.later ? random.float(500, 4_000) : undefined,
      polls: random.next() < behaviour.polls,
      hangUpAfterMs: random.next() < behaviour.impatient ? random.float(5, 250) : undefined,
      attaches: random.next() < behaviour.attaches ? random.pick([1, 2]) : 0,
      cancelAfterMs: random.next() < behaviour.cancels ? random.float(0, 200) : undefined,
      erases: random.next() < behaviour.erases ? random.pick(['job', 'last file'] as const) : undefined,
    }
    return kind.isTest ? { ...plan, ...onlySubmitted } : plan
  })
}

/** What a user has belongs to the mode of the live key. */
const onlySubmitted = {
  ingredients: {},
  polls: false,
  attaches: 0,
  cancelAfterMs: undefined,
  erases: undefined,
} satisfies Partial<SubmitPlan>

function drawIngredients({ make, address }: Kind, share: number, random: Random): Ingredients {
  const wanted = random.next() < share
  const recipe = random.pick<Ingredients>(recipes)
  if (address) return { address }
  if (make === 'form') return {}
  // A video by JSON exists to test references.
  if (make === 'video') return recipe.product === 'tag only' ? { character: true } : recipe
  return wanted ? recipe : {}
}

function draw(mix: Kind[], share: number): Kind {
  let left = share * mix.reduce((sum, kind) => sum + kind.weight, 0)
  const found = mix.find((kind) => {
    left -= kind.weight
    return left < 0
  })
  return found ?? (mix[0] as Kind)
}
