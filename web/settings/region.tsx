import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { currencies, type DateFormat, dateFormats } from '#schema/kernel/enumerations.ts'
import { timeZones } from '#schema/kernel/time-zones.ts'
import { locale } from '#web/i18n/locale.ts'
import { filterBy } from '#web/themes/folded-filter.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { dateWithMonthName, deviceTimeZone, showDate, today } from '#web/ui/format/dates/date-format.ts'
import { dateLetters } from '#web/ui/format/dates/date-letters.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { useCurrency } from '#web/records/figures/use-exchange.ts'
import { Preview } from './preview.tsx'
import { useChoose } from './use-choose.ts'
import { zoneName, zoneNames } from './zone-name.ts'

/** Follows each device. */
const ofDevice = 'device'
/** Follows the language. */
const ofLanguage = 'language'

/** Also searches the zone's identifier, because many people know its city. */
const findsZone = filterBy(({ label, value }) => `${label} ${value}`)

/** By field; null follows each device. */
type Asked = Readonly<Record<string, string | null>>

export function Region() {
  const { t } = useTranslation('settings')
  const save = useChoose()
  const chosen = usePreferences()
  const currency = useCurrency()
  const { timeZone } = useDates()
  // Choices not saved yet; a failed one is reverted.
  const [asked, setAsked] = useState<Asked>({})
  const choose = (fields: Asked) => {
    setAsked(fields)
    void save(fields).then(() => setAsked((last) => (last === fields ? {} : last)))
  }
  const [isChoosingZone, setChoosingZone] = useState(false)
  // Looking up all zone names is slow.
  const zones = isChoosingZone ? timeZones : chosen?.timeZone ? [chosen.timeZone] : []
  const nameOf = zoneNames(zones)
  const currencyName = new Intl.DisplayNames(locale(), { type: 'currency' })
  return (
    <>
      <ChoiceSelect
        maw="24rem"
        searchable
        label={t('timeZone')}
        description={t('timeZoneHint')}
        filter={findsZone}
        options={[ofDevice, ...zones]}
        onDropdownOpen={() => setChoosingZone(true)}
        labelOf={(zone) => (zone === ofDevice ? t('zoneOfDevice', { zone: zoneName(deviceTimeZone()) }) : nameOf(zone))}
        value={chosen?.timeZone ?? ofDevice}
        onChange={(zone) => choose({ timeZone: zone === ofDevice ? null : zone })}
      />
      <ChoiceSelect
        maw="24rem"
        label={t('dateFormat')}
        options={[ofLanguage, ...dateFormats]}
        labelOf={(each) =>
          each === ofLanguage
            ? t('datesOfLanguage', { date: dateWithMonthName(today(timeZone)) })
            : `${dateLetters(each)} (${showDate(today(timeZone), each)})`
        }
        value={chosen?.dateFormat ?? ofLanguage}
        onChange={(each) => choose({ dateFormat: each === ofLanguage ? null : each })}
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
        dateFormat={'dateFormat' in asked ? (asked['dateFormat'] as DateFormat | null) : (chosen?.dateFormat ?? null)}
        timeZone={'timeZone' in asked ? (asked['timeZone'] ?? deviceTimeZone()) : timeZone}
        currency={asked['defaultCurrency'] ?? currency}
      />
    </>
  )
}
