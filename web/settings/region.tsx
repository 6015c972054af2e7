import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencies, type DateFormat, dateFormats } from '#schema/kernel/enumerations.ts'
import { timeZones } from '#schema/kernel/time-zones.ts'
import { dateFormatOf, locale } from '#web/i18n/locale.ts'
import { filterBy } from '#web/themes/folded-filter.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { deviceTimeZone, showDate, today } from '#web/ui/format/dates/date-format.ts'
import { dateLetters } from '#web/i18n/date-letters.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { useCurrency } from '#web/records/figures/use-exchange.ts'
import { Preview } from './preview.tsx'
import { quietZone } from './quiet-hours.tsx'
import { useChoose } from './use-choose.ts'
import { zoneName, zoneNames } from './zone-name.ts'

/** Follows each device. */
const deviceSetting = 'device'
/** Follows the language. */
const languageSetting = 'language'

/** Also searches the zone's identifier, because many people know its city. */
const filterZones = filterBy(({ label, value }) => `${label} ${value}`)

type PendingChoices = Readonly<Record<string, string | null>>

export function Region() {
  const { t } = useTranslation('settings')
  const save = useChoose()
  const preferences = usePreferences()
  const currency = useCurrency()
  const { timeZone } = useDates()
  // Choices not saved yet; a failed one is reverted.
  const [pending, setPending] = useState<PendingChoices>({})
  const choose = (fields: PendingChoices) => {
    setPending(fields)
    void save(fields).then(() => setPending((last) => (last === fields ? {} : last)))
  }
  const [isChoosingZone, setChoosingZone] = useState(false)
  const zones = isChoosingZone ? timeZones : preferences?.timeZone ? [preferences.timeZone] : []
  const nameOf = zoneNames(zones)
  const zoneOfDevice = preferences?.quietFrom ? quietZone() : null
  const currencyName = new Intl.DisplayNames(locale(), { type: 'currency' })
  return (
    <>
      <ChoiceSelect
        maw="24rem"
        searchable
        label={t('timeZone')}
        description={t('timeZoneHint')}
        filter={filterZones}
        options={[deviceSetting, ...zones]}
        onDropdownOpen={() => setChoosingZone(true)}
        labelOf={(zone) =>
          zone === deviceSetting ? t('zoneOfDevice', { zone: zoneName(deviceTimeZone()) }) : nameOf(zone)
        }
        value={preferences?.timeZone ?? deviceSetting}
        onChange={(zone) => choose({ timeZone: zone === deviceSetting ? zoneOfDevice : zone })}
      />
      <ChoiceSelect
        maw="24rem"
        label={t('dateFormat')}
        options={[languageSetting, ...dateFormats]}
        labelOf={(each) =>
          each === languageSetting
            ? t('datesOfLanguage', { date: dateLetters(dateFormatOf(locale())) })
            : `${dateLetters(each)} (${showDate(today(timeZone), each)})`
        }
        value={preferences?.dateFormat ?? languageSetting}
        onChange={(each) => choose({ dateFormat: each === languageSetting ? null : each })}
      />
      <ChoiceSelect
        maw="24rem"
        label={t('currency')}
        description={t('currencyHint')}
        options={currencies}
        labelOf={(code) => `${code} – ${currencyName.of(code) ?? code}`}
        value={currency}
        onChange={(code) => choose({ defaultCurrency: code })}
      />
      <Preview
        dateFormat={
          'dateFormat' in pending ? (pending['dateFormat'] as DateFormat | null) : (preferences?.dateFormat ?? null)
        }
        timeZone={'timeZone' in pending ? (pending['timeZone'] ?? deviceTimeZone()) : timeZone}
        currency={pending['defaultCurrency'] ?? currency}
      />
    </>
  )
}
