import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { ShownRow } from '#schema/kernel/verb.ts'
import type { UnorderedRows } from '#schema/records/apply-verb.ts'
import { createdIn, stepsOf } from '#schema/verbs.ts'
import type { EntityName } from '#schema/registry.ts'
import type { Operation } from '#schema/sync/protocol.ts'
import type { Store } from '#web/store/base/contract.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { isSame } from '#schema/records/change.ts'
import { localizedTitle } from '#web/records/names/record-title.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { Sentence } from '#web/ui/format/sentence.tsx'
import { Name } from '#web/ui/format/name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useStore } from '#web/ui/store-context.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { fieldName, type Names, recordName } from '#web/records/names/change-text.ts'
import { FieldValue } from '#web/records/columns/field-value.tsx'

interface ResultComparisonProps {
  /** Absent where only the hash of it is known. */
  readonly seen?: readonly ShownRow[]
  readonly now: readonly ShownRow[]
  readonly names: Names
  readonly ops: readonly Operation[]
}

export function ResultComparison({ seen, now, names, ops }: ResultComparisonProps) {
  const { t } = useTranslation('sync')
  const store = useStore()
  const [before, after] = [seen ?? [], now].map((rows) => new Map(rows.map((row) => [row.id, row])))
  const ids = [...new Set([...before!.keys(), ...after!.keys()])]
  const steps = stepsOf(rowsOf(store), ops)
  const created = createdIn(steps)
  const written = new Map(steps.flatMap((step) => (step.op === 'update' ? [[step.id, step.fields] as const] : [])))
  const differing = ids
    .filter((id) => !isSame(before!.get(id)?.fields, after!.get(id)?.fields))
    .map((id) => {
      const [mine, theirs] = [before!.get(id), after!.get(id)]
      const { entity } = (mine ?? theirs)!
      // The name of a row that is gone from this device was stored with the change.
      const row: Operation = { op: 'create', entity, id, fields: { ...created.get(id) } }
      return { id, mine, theirs, entity, name: localizedTitle(recordName(store, row, names)) }
    })
    .sort((one, other) => one.entity.localeCompare(other.entity) || one.name.localeCompare(other.name))
  const same = ids.length - differing.length
  return (
    <>
      <PlainTable
        label={t('resultNow')}
        stacked="singly"
        columns={[{ header: t('record') }, ...(seen ? [{ header: t('resultSeen') }] : []), { header: t('resultNow') }]}
        rows={differing.map(({ id, mine, theirs, name }) => ({
          id,
          cells: [
            <Name key="record">{name}</Name>,
            ...(seen ? [<RowValues key="seen" row={mine} after={written.get(id)} names={names} />] : []),
            <Text key="now" component="div" fz="inherit" fw={600}>
              <RowValues row={theirs} after={written.get(id)} names={names} />
            </Text>,
          ],
        }))}
      />
      {same > 0 && (
        <Text c="dimmed" fz="sm">
          {t('resultSame', { count: same, n: count(same) })}
        </Text>
      )}
    </>
  )
}

const rowsOf = (store: Store): UnorderedRows => ({
  get: readerOf(store),
  where: ({ entity, field }, id) => store.table(entity as EntityName).where(field as 'id', id),
})

interface RowValuesProps {
  readonly row: ShownRow | undefined
  readonly after?: Values | undefined
  readonly names: Names
}

function RowValues({ row, after = {}, names }: RowValuesProps) {
  const { t } = useTranslation('sync')
  if (!row) return t('resultWithout')
  const { entity, id, fields } = row
  const owner = { entity, id, values: fields, names }
  const shown = Object.entries(fields).filter(([field]) => field !== 'currency')
  const valueOf = (field: string, value: unknown) => <FieldValue owner={owner} field={field} value={value} />
  return shown.map(([field, value]) => (
    <div key={field}>
      {fieldName(entity, field)}:{' '}
      {Object.hasOwn(after, field) && !isSame(after[field], value) ? (
        <Sentence
          format={(before, then) => t('fromTo', { before, after: then })}
          parts={[valueOf(field, value), valueOf(field, after[field])]}
        />
      ) : (
        valueOf(field, value)
      )}
    </div>
  ))
}
