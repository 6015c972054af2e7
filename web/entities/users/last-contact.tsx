import i18next from 'i18next'
import type { Row } from '#schema/registry.ts'
import { ShortMoment } from '#web/ui/format/dates/moment.tsx'
import { useTable } from '#web/records/data/use-table.ts'

/** The last sync of any device, else the last sign-in. */
export function LastContact({ user: { id, lastLogin } }: { readonly user: Row<'users'> }) {
  const devices = useTable('sessions').where('userId', id)
  const last = devices.reduce<string | null>((latest, { lastUsed }) => later(latest, lastUsed), lastLogin)
  return last === null ? i18next.t('users:neverSeen') : <ShortMoment at={last} />
}

const later = (one: string | null, other: string): string => (one === null || other > one ? other : one)
