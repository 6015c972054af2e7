import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import classes from './amount-input.module.css'
import { belowInput } from './below-input.ts'
import { probableDecimal } from './doubtful-decimal.ts'
import { groupedDecimal, writtenDecimal } from './typed-decimal.ts'

interface AmountInputProps extends Omit<TextInputProps, 'type' | 'value' | 'onChange' | 'prefix'> {
  readonly value?: string
  readonly onChange: (typed: string) => void
  readonly prefix?: string
  readonly suffix?: string
  /** The signs that a person may write around the digits: those that the field shows or implies. */
  readonly units: readonly string[]
  /** How many digits the amount may have, and how many of them after the point. */
  readonly precision?: number
  readonly scale?: number
}

/**
 * A decimal as text: keeps what the person types to the last digit, and groups it once they leave the field. What a
 * doubtful text probably means is offered below it.
 */
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
  const { t } = useTranslation('common')
  const [settled] = useDebouncedValue(value, 500)
  const probable = probableDecimal(settled, units, { whole: precision - scale, scale })
  const meant = probable !== null && settled === value ? writtenDecimal(probable) : null
  return (
    <TextInput
      inputMode="decimal"
      autoComplete="off"
      {...props}
      {...belowInput(
        meant !== null && (
          <span key="meant" aria-live="polite">
            <button type="button" className={classes['meant']} onClick={() => onChange(meant)}>
              {t('didYouMean', { amount: meant })}
            </button>
          </span>
        ),
        description,
      )}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        props.onBlur?.(event)
        const grouped = groupedDecimal(value, units)
        // A field with an error keeps its text: changing it would clear the message.
        if (grouped !== value && !props.error) onChange(grouped)
      }}
      {...(prefix
        ? { leftSection: <bdi aria-hidden="true">{prefix}</bdi>, leftSectionWidth: 12 * prefix.length + 24 }
        : {})}
      {...(suffix ? { rightSection: <span aria-hidden="true">{suffix}</span> } : {})}
    />
  )
}
