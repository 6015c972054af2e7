import { Select, type SelectProps } from '@mantine/core'
import { shieldPresses } from './press-shield.ts'

interface ChoiceSelectProps<Option extends string> extends Omit<SelectProps, 'data'> {
  readonly options: readonly Option[]
  readonly labelOf: (option: Option) => string
}

/** One of a few fixed choices; never none. */
export const ChoiceSelect = <Option extends string>({ options, labelOf, ...props }: ChoiceSelectProps<Option>) => (
  <Select
    allowDeselect={false}
    onOptionSubmit={shieldPresses}
    data={options.map((option) => ({ value: option, label: labelOf(option) }))}
    {...props}
  />
)
