import { type Behaviour, type Kind, usualBehaviour } from '../plan-submits.ts'

const counted = (model: string, weight: number): Kind[] => [
  { model, n: 1, weight: weight * 0.6 },
  { model, n: 2, weight: weight * 0.25 },
  { model, n: 4, weight: weight * 0.15 },
]

const videos = (model: string): Kind[] => [
  { make: 'video', model, n: 1, weight: 2 },
  { make: 'form', model, n: 1, weight: 1 },
]

/** Every provider gets its share, and one model may go to three. What fails is up to the doubles. */
export const behaviourOnDoubles: Behaviour = {
  ...usualBehaviour,
  mix: [
    ...counted('fal-images', 18),
    ...counted('kie-images', 18),
    ...counted('openai-images', 18),
    ...counted('runway-images', 14),
    ...counted('images', 14),
    { model: 'fal-images', n: 1, weight: 4, address: true },
    { model: 'simulator/ok', n: 1, weight: 6, isTest: true },
    ...videos('fal-videos'),
    ...videos('kie-videos'),
    ...videos('runway-videos'),
  ],
}
