import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { compare } from '#schema/money/money.ts'
import { waterfallOf, waterfallTiers } from '#schema/money/waterfall.ts'
import { AmountInput } from '#web/ui/form/amount-input.tsx'
import { typedDecimal } from '#web/ui/form/typed-decimal.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { currencySign } from '#web/ui/format/numbers/money-format.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import classes from './exit-waterfall.module.css'

interface ExitWaterfallProps {
  /** Paid-in capital that has not exited, in the currency. */
  readonly capital: string
  readonly currency: string
  readonly years: number
}

const maxYears = 99

export function ExitWaterfall({ capital, currency, years }: ExitWaterfallProps) {
  const { t } = useTranslation('projects')
  const [typed, setTyped] = useState({ proceeds: '', years: String(years), preferred: '8', carry: '20' })
  const units = { proceeds: [currency, currencySign(currency)], preferred: ['%'], carry: ['%'], years: [] }
  const read = (input: keyof typeof typed) => numberIn(typedDecimal(typed[input], units[input]))
  const [proceeds, held, preferred, carry] = [read('proceeds'), read('years'), read('preferred'), read('carry')]
  const isKnown =
    proceeds !== null && held !== null && preferred !== null && carry !== null && isYears(held) && isBelow(carry, '100')
  const paid = isKnown && waterfallOf({ proceeds, capital, years: Number(held) }, { preferred, carry })
  const field = (input: keyof typeof typed, more: { prefix?: string; suffix?: string } = {}) => (
    <AmountInput
      label={t(`waterfall.${input}`)}
      units={units[input]}
      value={typed[input]}
      onChange={(text) => setTyped((before) => ({ ...before, [input]: text }))}
      {...more}
    />
  )
  return (
    <Stack gap="sm" data-wide="true">
      <div className={classes['fields']}>
        {field('proceeds', { prefix: currencySign(currency) })}
        {field('years')}
        {field('preferred', { suffix: '%' })}
        {field('carry', { suffix: '%' })}
      </div>
      {paid && (
        <Facts>
          {waterfallTiers.map((tier) => (
            <Fact key={tier} name={t(`waterfall.paid.${tier}`)}>
              <Money as="exact" amount={paid[tier]} currency={currency} />
            </Fact>
          ))}
        </Facts>
      )}
      <Text size="sm" c="dimmed">
        {t('waterfall.how', { currency })}
      </Text>
    </Stack>
  )
}

const numberIn = (text: string): string | null => (/^\d{1,13}(\.\d{1,2})?$/.test(text) ? text : null)
const isBelow = (amount: string, limit: string): boolean => compare(amount, limit) < 0
const isYears = (text: string): boolean => /^\d+$/.test(text) && isBelow(text, String(maxYears + 1))
