import { Select, type SelectProps } from '@mantine/core'
import { useEnterTakes } from './enter-takes.ts'

interface ChoiceSelectProps<Option extends string> extends Omit<SelectProps, 'data'> {
  readonly options: readonly Option[]
  readonly labelOf: (option: Option) => string
}

/** A choice of a few fixed options; it is never empty. */
export function ChoiceSelect<Option extends string>({ options, labelOf, ...props }: ChoiceSelectProps<Option>) {
  return (
    <Select
      allowDeselect={false}
      data={options.map((option) => ({ value: option, label: labelOf(option) }))}
      {...useEnterTakes({ isSearch: props.searchable ?? false })}
      {...props}
    />
  )
}
