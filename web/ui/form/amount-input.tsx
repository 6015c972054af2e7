import { TextInput, type TextInputProps } from '@mantine/core'
import { groupedDecimal } from './typed-decimal.ts'

interface AmountInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'prefix'> {
  readonly value?: string
  readonly onChange: (typed: string) => void
  readonly prefix?: string
  readonly suffix?: string
  /** The signs that a person may write around the digits: those that the field shows or implies. */
  readonly units: readonly string[]
}

/** A decimal as text: keeps what the person types to the last digit, and groups it once they leave the field. */
export const AmountInput = ({ prefix, suffix, units, value = '', onChange, ...props }: AmountInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    {...props}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
    onBlur={(event) => {
      props.onBlur?.(event)
      const grouped = groupedDecimal(value, units)
      // A field with an error keeps its text: changing it would clear the message.
      if (grouped !== value && !props.error) onChange(grouped)
    }}
    {...(prefix
      ? { leftSection: <span aria-hidden="true">{prefix}</span>, leftSectionWidth: 12 * prefix.length + 24 }
      : {})}
    {...(suffix ? { rightSection: <span aria-hidden="true">{suffix}</span> } : {})}
  />
)
