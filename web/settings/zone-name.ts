// A time zone as people read it. Its own name is made of English words; another language begins with its words for the
// time of that place, and keeps the name, by which a zone is found and told from its neighbours.
import i18next from 'i18next'
import { zoneKnownHere } from '#schema/dates.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

export function zoneName(zone: string): string {
  const place = zone.replaceAll('_', ' ')
  const words = i18next.resolvedLanguage === 'en' ? undefined : names()(zone)
  return words ? `${words} – ${place}` : place
}

const names = perLocale((locale) => {
  const known = new Map<string, string | undefined>()
  return (zone: string): string | undefined => {
    if (!known.has(zone)) known.set(zone, nameIn(locale, zone))
    return known.get(zone)
  }
})

function nameIn(locale: string, zone: string): string | undefined {
  const timeZone = zoneKnownHere(zone)
  if (timeZone === undefined) return undefined
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'shortGeneric' }).formatToParts(0)
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
