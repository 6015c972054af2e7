import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { foldText } from '#schema/kernel/fold-text.ts'
import { useSelectOnEnter } from './select-on-enter.ts'

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  readonly options: readonly string[]
  readonly labelOf: (option: string) => string
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Free text that often is one of a few codes. A typed label becomes its code. */
export function SuggestInput({ options, labelOf, value, onChange, ...props }: SuggestInputProps) {
  const codeOf = (typed: string): string =>
    options.find((option) => foldText(labelOf(option)) === foldText(typed.trim())) ?? typed
  return (
    <Autocomplete
      autoComplete="off"
      data={options.map(labelOf)}
      {...useSelectOnEnter({ isSearch: false })}
      {...props}
      value={options.includes(value) ? labelOf(value) : value}
      onChange={(typed) => onChange(codeOf(typed))}
    />
  )
}
