// Includes choices still being saved.
import { useTranslation } from 'react-i18next'
import type { DateFormat } from '#schema/kernel/enumerations.ts'
import { dateIn } from '#schema/money/dates.ts'
import { showDate } from '#web/ui/format/dates/date-format.ts'
import { useDatesOf } from '#web/ui/format/dates/use-dates.ts'
import { Money } from '#web/ui/format/numbers/money.tsx'
import { Fact, Facts } from '#web/ui/page/facts.tsx'

interface PreviewProps {
  readonly dateFormat: DateFormat | null
  readonly timeZone: string
  readonly currency: string
}

/** A day and month that cannot be confused, and an afternoon. */
const example = () => Date.UTC(new Date().getUTCFullYear() - 1, 11, 31, 13, 45)
const amount = '1234567.89'

export function Preview({ dateFormat, timeZone, currency }: PreviewProps) {
  const { t } = useTranslation('settings')
  const dates = useDatesOf({ dateFormat, timeZone })
  const at = example()
  const day = dateIn(dates.timeZone, new Date(at))
  return (
    <section aria-label={t('preview')}>
      <Facts>
        <Fact name={t('previewDate')}>{dates.date(day)}</Fact>
        <Fact name={t('previewTyped')}>
          <bdi dir="ltr">{showDate(day, dates.format)}</bdi>
        </Fact>
        <Fact name={t('previewMoment')}>{dates.moment(at)}</Fact>
        <Fact name={t('previewAmount')}>
          <Money as="exact" amount={amount} currency={currency} />
        </Fact>
      </Facts>
    </section>
  )
}
