import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { foldText } from '#schema/kernel/fold-text.ts'
import { useEnterTakes } from './enter-takes.ts'

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'value' | 'onChange'> {
  /** The codes that are offered. */
  readonly options: readonly string[]
  readonly labelOf: (option: string) => string
  /** A code, or any other text. */
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A text that usually is one of a few codes. People read and type labels; whoever types one means its code. */
export function SuggestInput({ options, labelOf, value, onChange, ...props }: SuggestInputProps) {
  const codeOf = (typed: string): string =>
    options.find((option) => foldText(labelOf(option)) === foldText(typed.trim())) ?? typed
  return (
    <Autocomplete
      autoComplete="off"
      data={options.map(labelOf)}
      {...useEnterTakes({ isSearch: false })}
      {...props}
      value={options.includes(value) ? labelOf(value) : value}
      onChange={(typed) => onChange(codeOf(typed))}
    />
  )
}
