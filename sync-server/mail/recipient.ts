import { localeOf } from '#schema/app/languages.ts'
import type { Database } from '#server/db/connect/database.ts'
import { choicesOf } from './user-preferences.ts'

export interface Recipient {
  readonly email: string
  readonly tenantId: string
  readonly firm: string
  readonly language: string
  readonly timeZone: string
  readonly name: string
}

interface FoundRecipient extends Omit<Recipient, 'timeZone' | 'language'> {
  readonly language: string | null
}

export async function findRecipient(
  database: Database,
  userId: string,
  otherwise = 'en',
): Promise<Recipient | undefined> {
  const [person] = await database.directory<FoundRecipient[]>`
    select u.email, u.tenant_id as "tenantId", t.name as firm, u.preferred_language as language,
      concat_ws(' ', u.first_name, u.last_name) as name
    from directory.users u join directory.tenants t on t.id = u.tenant_id where u.id = ${userId} and u.is_active`
  if (!person) return undefined
  const chosen = await database.tenant(person.tenantId, (tx) => choicesOf(tx, person.tenantId, userId))
  const language = chosen?.language ?? person.language ?? otherwise
  return { ...person, language, timeZone: chosen?.timeZone ?? 'UTC' }
}

/** Without seconds, and with a name of the time zone: "March 15, 2026, 2:00 PM (Gulf Standard Time)". */
export function formatMoment({ language, timeZone }: Pick<Recipient, 'language' | 'timeZone'>, at: Date): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone }).format(at)
  const comma = language === 'ar' ? '، ' : ', '
  return `${write({ dateStyle: 'long' })}${comma}${write({ timeStyle: 'short' })} (${zoneName(language, timeZone, at)})`
}

function zoneName(language: string, timeZone: string, at: Date): string {
  const write = (timeZoneName: 'longGeneric' | 'shortGeneric' | 'short') =>
    new Intl.DateTimeFormat(localeOf(language), { timeZone, timeZoneName })
      .formatToParts(at)
      .find(({ type }) => type === 'timeZoneName')!.value
  // Some zones have no long name, only a difference to Greenwich.
  return [write('longGeneric'), write('shortGeneric')].find((name) => !/\d/.test(name)) ?? write('short')
}
