import { Select, type SelectProps } from '@mantine/core'
import { useSelectOnEnter } from './select-on-enter.ts'

interface ChoiceSelectProps<Option extends string> extends Omit<SelectProps, 'data'> {
  readonly options: readonly Option[]
  readonly labelOf: (option: Option) => string
}

export function ChoiceSelect<Option extends string>({ options, labelOf, ...props }: ChoiceSelectProps<Option>) {
  return (
    <Select
      allowDeselect={false}
      data={options.map((option) => ({ value: option, label: labelOf(option) }))}
      {...useSelectOnEnter({ isSearch: props.searchable ?? false })}
      {...props}
    />
  )
}
