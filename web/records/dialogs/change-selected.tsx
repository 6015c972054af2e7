import { List, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import { holdingOf, recordNameOf } from '#schema/records/record-name.ts'
import type { EntityName } from '#schema/registry.ts'
import { limits } from '#schema/sync/protocol.ts'
import { isCalendarDate } from '#schema/money/dates.ts'
import { issueSentence } from '#web/i18n/issue-sentences.ts'
import type { Counted } from '#web/store/base/command.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { countText, unknownText } from '#web/records/names/entity-texts.ts'
import { holdingTitle } from '#web/records/names/record-title.ts'
import { DateInput } from '#web/ui/form/date-input.tsx'
import { required } from '#web/ui/form/required.ts'
import { Name } from '#web/ui/format/name.tsx'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { useToday } from '#web/ui/format/dates/use-today.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import { hasAmount, RecordAmounts } from './record-amounts.tsx'
import type { SelectedChange } from './selected-change.tsx'

interface ChangeSelectedProps {
  readonly entity: EntityName
  readonly rows: readonly AnyRow[]
  readonly change: SelectedChange | undefined
  readonly onClose: () => void
  /** With the records that one change had no room for. */
  readonly onDone: (remaining: ReadonlySet<string>) => void
}

interface Changed {
  readonly row: AnyRow
  readonly counted: Counted
}

const maxNamed = 5

const labelled = (label: string, value: string): string => i18next.t('common:labelled', { label, value })

/** Saved as one change, so one undo reverts all of it. */
export function ChangeSelected({ change, rows, ...props }: ChangeSelectedProps) {
  return change && <Question change={change} rows={rows} {...props} />
}

function Question({
  entity,
  rows,
  change,
  onClose,
  onDone,
}: ChangeSelectedProps & { readonly change: SelectedChange }) {
  const store = useStore()
  // Records that arrive while the dialog is open are not affected.
  const [{ changed, refused, remaining }] = useState(() => partitionRows(rows, change))
  const what = countText(entity, changed.length)
  const [day, setDay] = useState(useToday())
  const [showsDateError, setShowsDateError] = useState(false)
  const { format } = useDates()
  const isDay = isCalendarDate(day)
  const nameOf = (row: AnyRow): string => {
    const holding = holdingOf(entity, row, readerOf(store))
    return holding ? holdingTitle(holding) : (recordNameOf(entity, row, readerOf(store)) ?? unknownText(entity))
  }
  const confirm = async () => {
    if (!isDay) return setShowsDateError(true)
    await reportResult(
      () => store.commit(changed.map(({ row, counted }) => change.commandOf(row, { counted, day }))),
      (outcome) => {
        reportSaved(store, outcome, change.done(what))
        onClose()
        onDone(remaining)
      },
      (outcome) => {
        const row = changed[outcome?.at ?? -1]?.row
        const [issue] = Object.values(outcome?.issues ?? {})
        if (!row || !issue) return change.failed()
        return labelled(nameOf(row), issueSentence(issue, format))
      },
    )
  }
  const related = relatedIds(changed)
  const aboutOf = (row: AnyRow) => (
    <>
      {!holdingOf(entity, row, readerOf(store)) && <RecordAmounts entity={entity} rows={[row]} />}
      {change.about && <> · {change.about(row)}</>}
    </>
  )
  const content = (
    <Stack gap="sm">
      {changed.length > 1 && hasAmount(entity) && (
        <Text fw={600}>
          {what}
          <RecordAmounts entity={entity} rows={changed.map(({ row }) => row)} />
        </Text>
      )}
      <NamedRecords nameOf={nameOf} records={changed.map(({ row }) => ({ row, about: aboutOf(row) }))} />
      {change.dayLabel && changed.length > 0 && (
        <DateInput
          {...required}
          data-autofocus
          label={change.dayLabel()}
          value={day}
          onChange={setDay}
          error={showsDateError && !isDay && issueSentence({ key: day.trim() === '' ? 'required' : 'date' }, format)}
        />
      )}
      {related.length > 0 && (
        <>
          <Text fw={600}>{i18next.t('common:deletedWithIt')}</Text>
          <List>
            {related.map(([name, ids]) => (
              <List.Item key={name}>
                {countText(name, ids.length)}
                <RecordAmounts entity={name} rows={ids.flatMap((id) => store.table(name).get(id) ?? [])} />
              </List.Item>
            ))}
          </List>
        </>
      )}
      {refused.length > 0 && (
        <>
          <Text fw={600}>{labelled(i18next.t('common:leftOut'), countText(entity, refused.length))}</Text>
          <NamedRecords
            nameOf={nameOf}
            records={refused.map(({ row, reason }) => ({ row, about: <> · {reason}</> }))}
          />
        </>
      )}
    </Stack>
  )
  return (
    <Dialog opened title={labelled(change.label(), what)} onClose={onClose} size="md" small>
      {changed.length === 0 ? (
        content
      ) : (
        <Confirmation
          confirm={change.label()}
          onConfirm={confirm}
          onClose={onClose}
          isHarmless={change.isDanger === undefined}
        >
          {content}
        </Confirmation>
      )}
    </Dialog>
  )
}

interface NamedRecordsProps {
  readonly nameOf: (row: AnyRow) => string
  readonly records: readonly { readonly row: AnyRow; readonly about: ReactNode }[]
}

function NamedRecords({ nameOf, records }: NamedRecordsProps) {
  const more = records.length - maxNamed
  return (
    <List>
      {records.slice(0, maxNamed).map(({ row, about }) => (
        <List.Item key={row.id}>
          <Name>{nameOf(row)}</Name>
          {about}
        </List.Item>
      ))}
      {more > 0 && <List.Item>+{count(more)}</List.Item>}
    </List>
  )
}

function partitionRows(rows: readonly AnyRow[], { refusalOf, relatedOf }: SelectedChange) {
  const checked = rows.map((row) => ({ row, id: row.id, reason: refusalOf(row) }))
  const possible = checked.filter(({ reason }) => !reason)
  const limit = limits.operationsPerChange
  const overLimit = possible
    .slice(limit)
    .map((each) => ({ ...each, reason: i18next.t('common:atMostAtOnce', { n: count(limit) }) }))
  return {
    changed: possible.slice(0, limit).map(({ row }) => ({ row, counted: relatedOf?.(row) ?? {} })),
    refused: [...checked.filter(({ reason }) => reason), ...overLimit],
    remaining: new Set(overLimit.map(({ id }) => id)),
  }
}

function relatedIds(changed: readonly Changed[]): readonly (readonly [EntityName, readonly string[]])[] {
  const ids = new Map<EntityName, Set<string>>()
  for (const { counted } of changed)
    for (const [name, related] of Object.entries(counted) as [EntityName, readonly string[]][])
      ids.set(name, (ids.get(name) ?? new Set()).union(new Set(related)))
  return [...ids].flatMap(([name, all]) => (all.size > 0 ? [[name, [...all]] as const] : []))
}
