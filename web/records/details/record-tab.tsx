import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, useCallback, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Values } from '#schema/kernel/parse.ts'
import type { Row } from '#schema/registry.ts'
import type { ReadAny } from '#schema/rules.ts'
import type { Table } from '#web/store/base/contract.ts'
import { PlainTable } from '#web/ui/table/plain-table.tsx'
import { RowBadge } from '#web/ui/table/row-badge.tsx'
import { useStore } from '#web/ui/store-context.ts'
import {
  type CreatableEntity,
  countedWords,
  fieldLabel,
  manyWord,
  screenText,
  textOf,
} from '#web/records/names/entity-texts.ts'
import type { FieldOf } from '#web/records/form/form-of.ts'
import { type Part, readPart, writePart } from '#web/records/names/part-in-address.ts'
import { actionsFor, type Reach, type Right, suiting } from '#web/records/actions/record-action.ts'
import { readerOf } from '#web/records/data/read-any.ts'
import { RecordDialogs } from '#web/records/dialogs/record-dialogs.tsx'
import { type RecordVerbs, type SearchProps, useOffered } from '#web/records/list/record-plan.ts'
import type { Tab, TabProps } from './record-tabs.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { RowEnd } from '#web/records/actions/row-end.tsx'
import { isFigure } from '#web/records/figures/is-figure.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useTable } from '#web/records/data/use-table.ts'

export interface TabPlan<Name extends CreatableEntity> extends RecordVerbs<Name> {
  readonly via: FieldOf<Name>
  readonly belongs?: (id: string, read: ReadAny) => Values
  readonly preset?: (id: string) => Values
  readonly columns: readonly FieldOf<Name>[]
  /** Undefined: the field's usual value. */
  readonly cell?: (row: Row<Name>, field: FieldOf<Name>) => ReactNode
  readonly newestFirst: (one: Row<Name>, other: Row<Name>) => number
  readonly figures?: ComponentType<FiguresProps<Name>>
}

export interface FiguresProps<Name extends CreatableEntity> {
  readonly belongs: Values
  readonly rows: readonly Row<Name>[]
}

/** Call once per plan, so that React keeps the component. */
export const recordTab = <Name extends CreatableEntity>(of: TabPlan<Name>): Tab => ({
  id: of.entity,
  label: () => textOf(of.entity, 'tab') ?? manyWord(of.entity),
  needs: { entity: of.entity, verb: 'read' } as Right,
  draw: (props) => <RecordTab of={of} {...props} />,
})

interface RecordTabProps<Name extends CreatableEntity> extends TabProps {
  readonly of: TabPlan<Name>
}

function RecordTab<Name extends CreatableEntity>({ of, id, ...address }: RecordTabProps<Name>) {
  const belongs = of.belongs?.(id, readerOf(useStore())) ?? { [of.via]: id }
  return <Belonging of={of} preset={of.preset?.(id)} shared={JSON.stringify(belongs)} {...address} />
}

interface BelongingProps<Name extends CreatableEntity> extends SearchProps {
  readonly of: TabPlan<Name>
  readonly preset: Values | undefined
  /** As JSON, so that equal references are an equal dependency. */
  readonly shared: string
}

function Belonging<Name extends CreatableEntity>({ of, preset, shared, search, setSearch }: BelongingProps<Name>) {
  const { t } = useTranslation('common')
  const { entity, via, columns, newestFirst, figures: Figures } = of
  const store = useStore()
  const offered = useOffered(of)
  const table = useTable(entity)
  const open = useCallback((part: Part) => setSearch({ part: writePart(entity, part) }), [entity, setSearch])
  const reach = useMemo((): Reach => ({ open: (record, dialog) => open({ dialog, record }) }), [open])
  const belongs = JSON.parse(shared) as Values
  const rows = useComputed(
    entity,
    useCallback(
      (table: Table<Row<Name>>) => {
        const all = JSON.parse(shared) as Values
        return table
          .where(via, all[via] as string)
          .filter((row) => Object.entries(all).every(([field, value]) => row[field as FieldOf<Name>] === value))
          .sort(newestFirst)
      },
      [via, shared, newestFirst],
    ),
  )
  const actions = actionsFor(entity, store.identity, { ...offered, details: false }, of.actions)
  return (
    <Stack gap="sm" component="section" aria-label={manyWord(entity)}>
      <Group justify="space-between" align="baseline">
        <Group gap="sm" align="baseline">
          <Title order={3}>{manyWord(entity)}</Title>
          <Text c="dimmed" size="sm">
            {countedWords(entity, rows.length)}
          </Text>
        </Group>
        {offered.create && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => open({ dialog: 'create' })}
          >
            {screenText(entity, 'create')}
          </Button>
        )}
      </Group>
      {Figures && <Figures belongs={belongs} rows={rows} />}
      {rows.length === 0 ? (
        <Text c="dimmed">{screenText(entity, 'empty')}</Text>
      ) : (
        <PlainTable
          label={manyWord(entity)}
          stacked
          columns={[
            ...columns.map((field) => ({
              header: fieldLabel(entity, field),
              ...(isFigure(entity, field) && { align: 'figure' as const }),
            })),
            ...(actions.length > 0 ? [{ header: t('actions'), align: 'end' as const }] : []),
          ]}
          rows={rows.map((row) => ({
            id: row.id,
            cells: [
              ...columns.map((field, index) => {
                const value = of.cell?.(row, field) ?? (
                  <RecordValue key={field} entity={entity} row={row} field={field} money="exact" />
                )
                const badge = index === 0 && table.badge(row.id)
                return badge ? (
                  <Group key={field} gap="xs" wrap="nowrap">
                    {value}
                    <RowBadge badge={badge} />
                  </Group>
                ) : (
                  value
                )
              }),
              <RowEnd
                key="actions"
                entity={entity}
                row={row}
                actions={suiting(entity, actions, row, store)}
                reach={reach}
              />,
            ],
          }))}
        />
      )}
      <RecordDialogs
        verbs={of}
        offered={offered}
        shown={readPart(entity, search.part)}
        given={belongs}
        {...(preset && { preset })}
        onClose={() => setSearch({ part: undefined })}
      />
    </Stack>
  )
}
