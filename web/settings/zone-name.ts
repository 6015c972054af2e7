// Identifiers are English, so other languages use their own names.
import i18next from 'i18next'
import { zoneKnownHere } from '#schema/money/dates.ts'
import { perLocale } from '#web/ui/format/per-locale.ts'

const cityOf = (zone: string): string => zone.replaceAll('_', ' ')
const wordsOf = (zone: string): string | undefined => (i18next.resolvedLanguage === 'en' ? undefined : names()(zone))

export const zoneName = (zone: string): string => wordsOf(zone) ?? cityOf(zone)

/** Zones with the same name are distinguished by their cities. */
export function zoneNames(zones: readonly string[]): (zone: string) => string {
  const seen = new Set<string>()
  const shared = new Set<string>()
  for (const name of zones.map(zoneName)) (seen.has(name) ? shared : seen).add(name)
  return (zone) => (shared.has(zoneName(zone)) ? `${zoneName(zone)} – ${cityOf(zone)}` : zoneName(zone))
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
  // Zones without a name, such as UTC, get an offset: "غرينتش+0".
  if (/\d/.test(short ?? '')) return undefined
  // Abbreviations such as IST are English in every language; UTC and GMT are universal.
  return /^(?!GMT|UTC)[A-Z]+$/.test(short ?? '') ? name('longGeneric') : short
}
