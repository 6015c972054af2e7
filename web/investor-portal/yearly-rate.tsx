// Less meaningful for short periods, so it is shown on demand only.
import { Button, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { daysBetween } from '#schema/money/dates.ts'
import { multiply } from '#schema/money/money.ts'
import { asReceived, type HoldingFlow } from '#schema/portfolio/investor-flows.ts'
import { xirrOf } from '#schema/money/xirr.ts'
import { listed } from '#web/ui/format/listed.tsx'
import { percent } from '#web/ui/format/numbers/percent-format.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'

const daysOfYear = 365

interface YearlyRateProps {
  readonly flows: readonly HoldingFlow[]
  readonly value: string
}

export function YearlyRate({ flows, value }: YearlyRateProps) {
  const { t } = useTranslation('portal')
  const today = useToday()
  const [isShown, setIsShown] = useState(false)
  const first = flows[0]?.date
  const isYoung = first !== undefined && daysBetween(first, today) < daysOfYear
  if (first === undefined || first > today) return '—'
  if (isYoung && !isShown)
    return (
      <Button variant="light" onClick={() => setIsShown(true)}>
        {t('showAYear')}
      </Button>
    )
  return (
    <>
      <Rate flows={flows} value={value} today={today} />
      {isYoung && (
        <Text size="sm" c="dimmed">
          {t('young')}
        </Text>
      )}
    </>
  )
}

function Rate({ flows, value, today }: YearlyRateProps & { readonly today: string }) {
  const { t } = useTranslation('portal')
  const found = useMemo(
    () => xirrOf([...asReceived(flows.filter(({ date }) => date <= today)), { date: today, amount: value }]),
    [flows, value, today],
  )
  const inPercent = (rate: string) => percent(multiply(rate, '100'))
  if (found.kind === 'NONE') return <Text size="sm">{t(`noRate.${found.reason}`)}</Text>
  if (found.kind === 'ONE') return <bdi>{inPercent(found.rate)}</bdi>
  return (
    <>
      <bdi>{inPercent(found.nearest)}</bdi>
      <Text size="sm" c="dimmed">
        {t('severalRates', { rates: listed(found.rates.map(inPercent)) })}
      </Text>
    </>
  )
}
