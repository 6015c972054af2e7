import { CloseButton, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { verbNamesOf } from '#schema/verbs.ts'
import { type AuditOutcome, auditOutcomes } from '#schema/entities/audit-logs/entity.ts'
import { isCalendarDate } from '#schema/money/dates.ts'
import { entities, type EntityName, entityNamed } from '#schema/registry.ts'
import { hasTexts, pluralName } from '#web/records/names/entity-texts.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { ChoiceSelect } from '#web/ui/form/choice-select.tsx'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { personName } from '#web/ui/format/person-name.ts'
import type { SearchPatch } from '#web/ui/search/list-search.ts'
import type { AuditSearch } from './entry.ts'
import { actionLabel, otherActions } from './entry-labels.ts'
import classes from './audit-screen.module.css'

interface AuditFiltersProps {
  readonly search: AuditSearch
  readonly setSearch: (patch: SearchPatch<AuditSearch>) => void
}

const all = 'all'
const programs = ['job', 'system', 'import'] as const

export function AuditFilters({ search, setSearch }: AuditFiltersProps) {
  const { t } = useTranslation('audit')
  const chosen = (value: string | null): string | undefined => (value === all ? undefined : (value ?? undefined))
  return (
    <>
      <div className={classes['filters']}>
        <ActorFilter actor={search.actor} onChange={(actor) => setSearch({ actor: chosen(actor) })} />
        <ChoiceSelect
          aria-label={t('entity')}
          options={[all, ...named()]}
          labelOf={(name) => (name === all ? t('everything') : pluralName(name))}
          value={search.entity ?? all}
          onChange={(name) => setSearch({ entity: chosen(name), action: undefined, recordId: undefined })}
        />
        <ChoiceSelect
          aria-label={t('act')}
          searchable
          options={[all, ...actionsOf(search.entity)]}
          labelOf={(action) =>
            action === all ? t('everyAct') : actionLabel({ action, entity: action.split('.')[0]! })
          }
          value={search.action ?? all}
          onChange={(action) => setSearch({ action: chosen(action) })}
        />
        <ChoiceSelect
          aria-label={t('outcome')}
          options={[all, ...auditOutcomes]}
          labelOf={(each) => (each === all ? t('every') : t(`outcomes.${each as AuditOutcome}`))}
          value={search.outcome ?? all}
          onChange={(each) => setSearch({ outcome: chosen(each) })}
        />
        <DayFilter label={t('from')} day={search.from} onChange={(from) => setSearch({ from })} />
        <DayFilter label={t('to')} day={search.to} onChange={(to) => setSearch({ to })} />
      </div>
      {search.recordId && (
        <Group gap="xs">
          <Text>{t('oneRecord')}</Text>
          <CloseButton aria-label={t('allRecords')} onClick={() => setSearch({ recordId: undefined })} />
        </Group>
      )}
    </>
  )
}

const named = () => entities.map(({ name }) => name).filter((name) => hasTexts(name as EntityName))

function actionsOf(entity: string | undefined): readonly string[] {
  const definition = entity && entityNamed(entity)
  if (!definition) return otherActions
  return ['create', 'update', 'delete', 'restore', ...verbNamesOf(definition)].map(
    (verb) => `${definition.name}.${verb}`,
  )
}

interface ActorFilterProps {
  readonly actor: string | undefined
  readonly onChange: (actor: string | null) => void
}

function ActorFilter({ actor, onChange }: ActorFilterProps) {
  const { t } = useTranslation('audit')
  const users = useTable('users')
  const people = [...users.all()].map((user) => ({ id: user.id, name: personName(user) }))
  const sorted = people.sort((one, other) => one.name.localeCompare(other.name)).map(({ id }) => id)
  const nameOf = (id: string): string => {
    const user = users.get(id)
    return user ? personName(user) : t('somebody')
  }
  const isUnknown = actor !== undefined && !sorted.includes(actor) && !programs.some((each) => each === actor)
  return (
    <ChoiceSelect
      aria-label={t('actor')}
      searchable
      options={[all, ...sorted, ...(isUnknown ? [actor] : []), ...programs]}
      labelOf={(each) => {
        if (each === all) return t('everybody')
        const program = programs.find((name) => name === each)
        return program ? t(`actors.${program}`) : nameOf(each)
      }}
      value={actor ?? all}
      onChange={onChange}
    />
  )
}

interface DayFilterProps {
  readonly label: string
  readonly day: string | undefined
  readonly onChange: (day: string | undefined) => void
}

/** Only a complete date goes to the address. */
function DayFilter({ label, day = '', onChange }: DayFilterProps) {
  const [typed, setTyped] = useState(day)
  return (
    <DateInput
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={(text) => {
        setTyped(text)
        if (text === '' || isCalendarDate(text)) onChange(text || undefined)
      }}
    />
  )
}
