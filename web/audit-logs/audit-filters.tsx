import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type AuditOutcome, auditOutcomes } from '#schema/audit-logs.ts'
import { isCalendarDate } from '#schema/dates.ts'
import { entities, type EntityName } from '#schema/registry.ts'
import { hasWords, manyWord } from '#web/records/entity-texts.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { Toolbar } from '#web/ui/page/page.tsx'
import type { SearchPatch } from '#web/ui/search/list-search.ts'
import type { AuditSearch } from './entry.ts'

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly setSearch: (patch: SearchPatch<AuditSearch>) => void
}

const all = 'all'
/** Entities that have a word of their own. */
const named = () => entities.map(({ name }) => name).filter((name) => hasWords(name as EntityName))

export function AuditFilters({ search, setSearch }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  return (
    <Toolbar>
      <ChoiceSelect
        aria-label={t('entity')}
        options={[all, ...named()]}
        labelOf={(name) => (name === all ? t('everything') : manyWord(name))}
        value={search.entity ?? all}
        onChange={(name) => setSearch({ entity: name === all ? undefined : (name ?? undefined) })}
      />
      <ChoiceSelect
        aria-label={t('outcome')}
        options={[all, ...auditOutcomes]}
        labelOf={(each) => (each === all ? t('every') : t(`outcomes.${each as AuditOutcome}`))}
        value={search.outcome ?? all}
        onChange={(each) => setSearch({ outcome: each === all ? undefined : (each as AuditOutcome) })}
      />
      <DayFilter label={t('from')} day={search.from} onChange={(from) => setSearch({ from })} />
      <DayFilter label={t('to')} day={search.to} onChange={(to) => setSearch({ to })} />
    </Toolbar>
  )
}

interface DayFilterProps {
  readonly label: string
  readonly day: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** Only a whole date goes to the address. */
function DayFilter({ label, day = '', onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(day)
  return (
    <DateInput
      w="11rem"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(words) => {
        setTyped(words)
        if (words === '' || isCalendarDate(words)) onChange(words || undefined)
      }}
    />
  )
}
