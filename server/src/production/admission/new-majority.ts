/** Whether most of the last samples were true: a single one says nothing. */
export type Majority = { add(sample: boolean): void; isTrue(): boolean }

const SAMPLES = 5

export function newMajority(): Majority {
  const samples: boolean[] = []
  return {
    add(sample) {
      samples.push(sample)
      if (samples.length > SAMPLES) samples.shift()
    },
    isTrue: () => samples.filter(Boolean).length > SAMPLES / 2,
  }
}
