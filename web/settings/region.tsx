import { useTranslation } from 'react-i18next'
import { currencies, dateFormats } from '#schema/enumerations.ts'
import { timeZones } from '#schema/time-zones.ts'
import { locale } from '#web/i18n/locale.ts'
import { ChoiceSelect } from '#web/ui/choice-select.tsx'
import { commit } from '#web/ui/commit.ts'
import { ownTimeZone, showDate, today } from '#web/ui/date-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { toast } from '#web/ui/toast.ts'
import { usePreferences } from '#web/ui/use-preferences.ts'

/** How this person reads dates and totals, on every device of theirs. */
export function Region() {
  const { t, i18n } = useTranslation('settings')
  const store = useStore()
  const chosen = usePreferences()
  // Until something is chosen the device's own ways count; the first choice keeps those of the others.
  const own = ownTimeZone()
  const {
    timeZone = timeZones.includes(own) ? own : 'UTC',
    dateFormat = 'MM/DD/YYYY',
    defaultCurrency = 'USD',
  } = chosen ?? {}
  const choose = (fields: Readonly<Record<string, unknown>>) => {
    const first = { userId: store.identity.id, timeZone, dateFormat, defaultCurrency, language: i18n.language }
    return commit(
      () =>
        chosen
          ? store.update('userPreferences', chosen, fields)
          : store.create('userPreferences', { ...first, ...fields }),
      () => toast.saved(store, t('preferencesSaved')),
      t('preferencesFailed'),
    )
  }
  const currencyName = new Intl.DisplayNames(locale(), { type: 'currency' })
  return (
    <>
      <ChoiceSelect
        maw="24rem"
        searchable
        label={t('timeZone')}
        description={t('timeZoneHint')}
        options={timeZones}
        labelOf={(zone) => zone.replaceAll('_', ' ')}
        value={timeZone}
        onChange={(zone) => choose({ timeZone: zone })}
      />
      <ChoiceSelect
        maw="24rem"
        label={t('dateFormat')}
        options={dateFormats}
        labelOf={(format) => `${format} (${showDate(today(timeZone), format)})`}
        value={dateFormat}
        onChange={(format) => choose({ dateFormat: format })}
      />
      <ChoiceSelect
        maw="24rem"
        label={t('currency')}
        description={t('currencyHint')}
        options={currencies}
        labelOf={(currency) => `${currency} – ${currencyName.of(currency) ?? currency}`}
        value={defaultCurrency}
        onChange={(currency) => choose({ defaultCurrency: currency })}
      />
    </>
  )
}
