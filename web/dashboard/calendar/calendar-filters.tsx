import { useTranslation } from 'react-i18next'
import type { UpcomingKind } from '#schema/portfolio/upcoming.ts'
import { useMayAll } from '#web/records/data/use-may.ts'
import { Pill } from '#web/records/filters/pill.tsx'
import { ReferenceSelect } from '#web/records/names/reference-select.tsx'
import type { SetSearch } from '#web/ui/search/list-search.ts'
import { kindLabel } from '#web/dashboard/upcoming-line.tsx'
import classes from './calendar.module.css'
import { type CalendarSearch, kindsIn } from './calendar-search.ts'

const kindsOfInvestors = ['COMMITMENT', 'REDEMPTION', 'KYC'] as const satisfies readonly UpcomingKind[]
const kindsOfStaff = [...kindsOfInvestors, 'CONTACT', 'COMMISSION'] as const satisfies readonly UpcomingKind[]

interface CalendarFiltersProps {
  readonly search: CalendarSearch
  readonly setSearch: SetSearch<CalendarSearch>
}

export function CalendarFilters({ search, setSearch }: CalendarFiltersProps) {
  const { t } = useTranslation(['dashboard', 'investors'])
  const ofFirm = useMayAll('investors', 'read')
  const chosen = kindsIn(search)
  const toggle = (kind: UpcomingKind) => {
    const next = chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind]
    setSearch({ kind: next.join(',') || undefined })
  }
  return (
    <div className={classes['filters']}>
      <fieldset className={classes['kinds']} aria-label={t('type')}>
        {(ofFirm ? kindsOfStaff : kindsOfInvestors).map((kind) => (
          <Pill key={kind} type="checkbox" checked={chosen.includes(kind)} onChange={() => toggle(kind)}>
            {kindLabel(kind)}
          </Pill>
        ))}
      </fieldset>
      <ReferenceSelect
        entity="projects"
        label={t('project')}
        value={search.projectId ?? null}
        onChange={(id) => setSearch({ projectId: id ?? undefined })}
        clearable
      />
      {ofFirm && (
        <ReferenceSelect
          entity="investors"
          label={t('investors:one')}
          value={search.investorId ?? null}
          onChange={(id) => setSearch({ investorId: id ?? undefined })}
          clearable
        />
      )}
    </div>
  )
}
