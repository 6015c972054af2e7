import { TextInput, type TextInputProps } from '@mantine/core'

interface AmountInputProps extends Omit<TextInputProps, 'type'> {
  readonly prefix?: string
  readonly suffix?: string
}

/** A decimal as text: what the person types is kept to the last digit. */
export const AmountInput = ({ prefix, suffix, ...props }: AmountInputProps) => (
  <TextInput
    inputMode="decimal"
    autoComplete="off"
    {...props}
    {...(prefix
      ? { leftSection: <span aria-hidden="true">{prefix}</span>, leftSectionWidth: 12 * prefix.length + 24 }
      : {})}
    {...(suffix ? { rightSection: <span aria-hidden="true">{suffix}</span> } : {})}
  />
)
