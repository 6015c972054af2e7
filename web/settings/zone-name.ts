// A time zone as people read it. Its own name is made of English words; other languages have words of their own for the
// time of that place.
import i18next from 'i18next'
import { zoneKnownHere } from '#schema/money/dates.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const placeOf = (zone: string): string => zone.replaceAll('_', ' ')
const wordsOf = (zone: string): string | undefined => (i18next.resolvedLanguage === 'en' ? undefined : names()(zone))

export const zoneName = (zone: string): string => wordsOf(zone) ?? placeOf(zone)

/** The names of zones to choose from: those whose words are the same are told apart by their places. */
export function zoneNames(zones: readonly string[]): (zone: string) => string {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const name of zones.map(zoneName)) (seen.has(name) ? shared : seen).add(name)
  return (zone) => (shared.has(zoneName(zone)) ? `${zoneName(zone)} – ${placeOf(zone)}` : zoneName(zone))
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
  const name = (timeZoneName: 'shortGeneric' | 'longGeneric') =>
    new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
      .formatToParts(0)
      .find(({ type }) => type === 'timeZoneName')?.value
  const short = name('shortGeneric')
  // What has no words of its own, such as UTC, is called by its distance from Greenwich: "غرينتش+0".
  if (/\d/.test(short ?? '')) return undefined
  // An abbreviation such as IST is English in each language; UTC and GMT are everybody's.
  return /^(?!GMT|UTC)[A-Z]+$/.test(short ?? '') ? name('longGeneric') : short
}
