import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { belowInput } from './below-input.ts'
import { probableDecimal } from './ambiguous-decimal.ts'
import { DidYouMean } from './did-you-mean.tsx'
import { groupedDecimal, writtenDecimal } from './typed-decimal.ts'

interface AmountInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'prefix'> {
  readonly value?: string
  readonly onChange: (typed: string) => void
  readonly prefix?: string
  readonly suffix?: string
  readonly units: readonly string[]
  readonly precision?: number
  readonly scale?: number
}

/** Typed digits are never rounded, and are grouped on blur. */
export function AmountInput({
  prefix,
  suffix,
  units,
  precision = 15,
  scale = 2,
  value = '',
  onChange,
  description,
  ...props
}: AmountInputProps) {
  const [settled] = useDebouncedValue(value, 500)
  const probable = probableDecimal(settled, units, { whole: precision - scale, scale })
  const suggestion = probable !== null && settled === value ? writtenDecimal(probable) : null
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      {...belowInput(
        suggestion !== null && (
          <span key="meant" aria-live="polite">
            <DidYouMean meant={suggestion} onChoose={() => onChange(suggestion)} />
          </span>
        ),
        description,
      )}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        props.onBlur?.(event)
        const grouped = groupedDecimal(value, units)
        // Changing the text of a field with an error would clear the message.
        if (grouped !== value && !props.error) onChange(grouped)
      }}
      {...(prefix
        ? { leftSection: <bdi aria-hidden="true">{prefix}</bdi>, leftSectionWidth: 12 * prefix.length + 24 }
        : {})}
      {...(suffix ? { rightSection: <span aria-hidden="true">{suffix}</span> } : {})}
    />
  )
}
