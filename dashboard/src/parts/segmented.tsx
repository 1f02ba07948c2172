import { ToggleGroup } from 'radix-ui'

type SegmentedProps<Value extends string> = {
  label: string
  value: Value
  choices: readonly { value: Value; label: string }[]
  onChoose(value: Value): void
}

/** One of a few, all visible. */
export const Segmented = <Value extends string>({
  label,
  value,
  choices,
  onChoose,
}: SegmentedProps<Value>) => (
  <ToggleGroup.Root
    type="single"
    className="seg w-max"
    aria-label={label}
    value={value}
    onValueChange={(chosen) => chosen && onChoose(chosen as Value)}
  >
    {choices.map((choice) => (
      <ToggleGroup.Item key={choice.value} value={choice.value}>
        {choice.label}
      </ToggleGroup.Item>
    ))}
  </ToggleGroup.Root>
)
