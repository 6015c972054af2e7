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

interface Found extends Omit<Recipient, 'timeZone' | 'language'> {
  readonly language: string | null
}

export async function findRecipient(
  database: Database,
  userId: string,
  otherwise = 'en',
): Promise<Recipient | undefined> {
  const [person] = await database.directory<Found[]>`
    select u.email, u.tenant_id as "tenantId", t.name as firm, u.preferred_language as language,
      concat_ws(' ', u.first_name, u.last_name) as name
    from directory.users u join directory.tenants t on t.id = u.tenant_id where u.id = ${userId} and u.is_active`
  if (!person) return undefined
  const chosen = await database.tenant(person.tenantId, (tx) => choicesOf(tx, person.tenantId, userId))
  const language = chosen?.language ?? person.language ?? otherwise
  return { ...person, language, timeZone: chosen?.timeZone ?? 'UTC' }
}

export const formatMoment = ({ language, timeZone }: Recipient, at: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), { dateStyle: 'long', timeStyle: 'long', timeZone }).format(at)
