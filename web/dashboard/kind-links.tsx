import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { dueStates, soonDays, type Upcoming, type UpcomingKind } from '#schema/portfolio/upcoming.ts'
import { addDays } from '#schema/money/dates.ts'
import type { RecordLinkTarget } from '#web/records/names/record-link-context.ts'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import classes from './kind-links.module.css'
import { kindLabel } from './upcoming-line.tsx'

const due = dueStates.join(',')

/** The list that has exactly what is due of a kind. */
const listOf: { readonly [Kind in UpcomingKind]?: (today: string) => RecordLinkTarget } = {
  COMMITMENT: () => ({ to: '/investments', search: { status: 'COMMITTED', state: due } }),
  REDEMPTION: () => ({ to: '/investments', search: { status: 'ACTIVE', state: due } }),
  CONTACT: () => ({ to: '/investors', search: { state: due } }),
  COMMISSION: (today) => ({ to: '/commissions', search: { state: 'OVERDUE,DUE', to: addDays(today, soonDays) } }),
}

export function KindLinks({ upcoming }: { readonly upcoming: readonly Upcoming[] }) {
  const { t } = useTranslation('common')
  const today = useToday()
  const links = useMemo(
    () =>
      [...Map.groupBy(upcoming, ({ kind }) => kind)].flatMap(([kind, all]) => {
        const list = listOf[kind]
        return list ? [{ kind, n: all.length, list: list(today) }] : []
      }),
    [upcoming, today],
  )
  if (links.length === 0) return null
  return (
    <ul className={classes['links']}>
      {links.map(({ kind, n, list }) => (
        <li key={kind}>
          <ScreenLink {...list}>{t('labelled', { label: kindLabel(kind), value: count(n) })}</ScreenLink>
        </li>
      ))}
    </ul>
  )
}
