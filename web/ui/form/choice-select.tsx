import { Select, type SelectProps } from '@mantine/core'
import { shieldPresses } from '#web/ui/overlay/press-shield.ts'

interface ChoiceSelectProps<Option extends string> extends Omit<SelectProps, 'data'> {
  readonly options: readonly Option[]
  readonly labelOf: (option: Option) => string
}

/** A choice of a few fixed options; it is never empty. */
export const ChoiceSelect = <Option extends string>({ options, labelOf, ...props }: ChoiceSelectProps<Option>) => (
  <Select
    allowDeselect={false}
    onOptionSubmit={shieldPresses}
    data={options.map((option) => ({ value: option, label: labelOf(option) }))}
    {...props}
  />
)
