import { useTranslation } from 'react-i18next'
import { timeZones } from '#schema/kernel/time-zones.ts'
import { fieldLabel } from '#web/records/names/entity-texts.ts'
import { usePreferences } from '#web/records/data/use-preferences.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { deviceTimeZone } from '#web/ui/format/dates/date-format.ts'
import { timeOfDay } from '#web/ui/format/dates/time-of-day.ts'
import { useChoose } from './use-choose.ts'
import { zoneName } from './zone-name.ts'

const never = 'never'
const [morning, noon] = ['07:00', '12:00']

const minutes = ['00', '30']
const halfHours = Array.from({ length: 24 }, (_, hour) =>
  minutes.map((minute) => `${String(hour).padStart(2, '0')}:${minute}`),
)

/** Includes a time set elsewhere, excludes the other end. */
const timesFor = (chosenTime: string | null, otherEnd: string | null): readonly string[] =>
  [...new Set([...halfHours.flat(), ...(chosenTime ? [chosenTime] : [])])].filter((each) => each !== otherEnd).sort()

/** The server knows no device's zone, so quiet hours are stored with one. */
export const quietZone = (chosen: string | null = null): string =>
  chosen ?? timeZones.find((each) => each === deviceTimeZone()) ?? 'UTC'

/** When no device of this person shows push messages. Both ends are set together. */
export function QuietHours() {
  const { t } = useTranslation('settings')
  const choose = useChoose()
  const chosen = usePreferences()
  const [quietFrom, quietUntil] = [chosen?.quietFrom ?? null, chosen?.quietUntil ?? null]
  const timeZone = quietZone(chosen?.timeZone)
  // Without a stored zone the server applies UTC.
  const appliedZone = quietFrom === null ? timeZone : (chosen?.timeZone ?? 'UTC')
  const chooseFrom = (from: string) =>
    from === never
      ? choose({ quietFrom: null, quietUntil: null })
      : choose({ quietFrom: from, quietUntil: quietUntil ?? (from === morning ? noon : morning), timeZone })
  return (
    <>
      <ChoiceSelect
        maw="24rem"
        label={fieldLabel('userPreferences', 'quietFrom')}
        description={t('quietHint', { zone: zoneName(appliedZone) })}
        options={[never, ...timesFor(quietFrom, quietUntil)]}
        labelOf={(time) => (time === never ? t('quietNever') : timeOfDay(time))}
        value={quietFrom ?? never}
        onChange={(time) => void chooseFrom(time!)}
      />
      {quietUntil !== null && (
        <ChoiceSelect
          maw="24rem"
          label={fieldLabel('userPreferences', 'quietUntil')}
          options={timesFor(quietUntil, quietFrom)}
          labelOf={timeOfDay}
          value={quietUntil}
          onChange={(time) => void choose({ quietFrom, quietUntil: time, timeZone })}
        />
      )}
    </>
  )
}
