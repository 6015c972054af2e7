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
  countText,
  fieldLabel,
  pluralName,
  screenText,
  textOf,
} from '#web/records/names/entity-texts.ts'
import type { FieldOf } from '#web/records/form/form-of.ts'
import { type Part, readPart, writePart } from '#web/records/names/part-in-address.ts'
import { actionsFor, type RecordNavigation, type Right, applicableActions } from '#web/records/actions/record-action.ts'
import { RecordLink } from '#web/records/names/record-link.tsx'
import { readerOf } from '#web/records/data/read-any.ts'
import { RecordDialogs } from '#web/records/dialogs/record-dialogs.tsx'
import { type RecordVerbs, type SearchProps, usePermittedVerbs } from '#web/records/list/record-plan.ts'
import type { Tab, TabProps } from './record-tabs.tsx'
import { RecordValue } from '#web/records/columns/record-value.tsx'
import { RowActionCell } from '#web/records/actions/row-action-cell.tsx'
import { isFigure } from '#web/records/figures/is-figure.ts'
import { useComputed } from '#web/records/data/use-computed.ts'
import { useTable } from '#web/records/data/use-table.ts'

export interface TabPlan<Name extends CreatableEntity> extends RecordVerbs<Name> {
  readonly via: FieldOf<Name>
  readonly parentFields?: (id: string, read: ReadAny) => Values
  readonly preset?: (id: string) => Values
  readonly columns: readonly FieldOf<Name>[]
  /** Columns that leave the line of a narrow table. */
  readonly whenNarrow?: { readonly [Field in FieldOf<Name>]?: 'below' | 'hidden' }
  /** Undefined: the field's usual value. */
  readonly cell?: (row: Row<Name>, field: FieldOf<Name>) => ReactNode
  readonly newestFirst: (one: Row<Name>, other: Row<Name>) => number
  readonly figures?: ComponentType<FiguresProps<Name>>
}

export interface FiguresProps<Name extends CreatableEntity> {
  readonly parentFields: Values
  readonly rows: readonly Row<Name>[]
}

/** Call once per plan, so that React keeps the component. */
export const recordTab = <Name extends CreatableEntity>(plan: TabPlan<Name>): Tab => ({
  id: plan.entity,
  label: () => textOf(plan.entity, 'tab') ?? pluralName(plan.entity),
  needs: { entity: plan.entity, verb: 'read' } as Right,
  component: (props) => <RecordTab plan={plan} {...props} />,
})

interface RecordTabProps<Name extends CreatableEntity> extends TabProps {
  readonly plan: TabPlan<Name>
}

function RecordTab<Name extends CreatableEntity>({ plan, id, ...address }: RecordTabProps<Name>) {
  const parentFields = plan.parentFields?.(id, readerOf(useStore())) ?? { [plan.via]: id }
  return <TabContent plan={plan} preset={plan.preset?.(id)} parentJson={JSON.stringify(parentFields)} {...address} />
}

interface TabContentProps<Name extends CreatableEntity> extends SearchProps {
  readonly plan: TabPlan<Name>
  readonly preset: Values | undefined
  readonly parentJson: string
}

function TabContent<Name extends CreatableEntity>({
  plan,
  preset,
  parentJson,
  search,
  setSearch,
}: TabContentProps<Name>) {
  const { t } = useTranslation('common')
  const { entity, via, columns, newestFirst, figures: Figures } = plan
  const store = useStore()
  const permitted = usePermittedVerbs(plan)
  const table = useTable(entity)
  const open = useCallback((part: Part) => setSearch({ part: writePart(entity, part) }), [entity, setSearch])
  const navigation = useMemo((): RecordNavigation => ({ open: (record, dialog) => open({ dialog, record }) }), [open])
  const parentFields = JSON.parse(parentJson) as Values
  const rows = useComputed(
    entity,
    useCallback(
      (table: Table<Row<Name>>) => {
        const all = JSON.parse(parentJson) as Values
        return table
          .where(via, all[via] as string)
          .filter((row) => Object.entries(all).every(([field, value]) => row[field as FieldOf<Name>] === value))
          .sort(newestFirst)
      },
      [via, parentJson, newestFirst],
    ),
  )
  const actions = actionsFor(entity, store.identity, { ...permitted, details: false }, plan.actions)
  return (
    <Stack gap="sm" component="section" aria-label={pluralName(entity)}>
      <Group justify="space-between" align="baseline">
        <Group gap="sm" align="baseline">
          <Title order={3}>{pluralName(entity)}</Title>
          <Text c="dimmed" size="sm">
            {countText(entity, rows.length)}
          </Text>
        </Group>
        {permitted.create && (
          <Button
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden="true" />}
            onClick={() => open({ dialog: 'create' })}
          >
            {screenText(entity, 'create')}
          </Button>
        )}
      </Group>
      {Figures && <Figures parentFields={parentFields} rows={rows} />}
      {rows.length === 0 ? (
        <Text c="dimmed">{screenText(entity, 'empty')}</Text>
      ) : (
        <PlainTable
          label={pluralName(entity)}
          stacked="lines"
          columns={[
            ...columns.map((field) => ({
              header: fieldLabel(entity, field),
              ...(isFigure(entity, field) && { align: 'figure' as const }),
              ...(plan.whenNarrow?.[field] === 'below' && { isBelow: true as const }),
              ...(plan.whenNarrow?.[field] === 'hidden' && { hideNarrow: true as const }),
            })),
            ...(actions.length > 0 ? [{ header: t('actions'), align: 'end' as const }] : []),
          ]}
          rows={rows.map((row) => ({
            id: row.id,
            cells: [
              ...columns.map((field, index) => {
                const shownValue = plan.cell?.(row, field) ?? (
                  <RecordValue
                    key={field}
                    entity={entity}
                    row={row}
                    field={field}
                    money="exact"
                    {...(index > 0 && { hasLinks: true })}
                  />
                )
                const value =
                  index === 0 ? (
                    <RecordLink key={field} entity={entity} id={row.id}>
                      {shownValue}
                    </RecordLink>
                  ) : row[field] === null ? (
                    <span key={field} data-missing>
                      {shownValue}
                    </span>
                  ) : (
                    shownValue
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
              <RowActionCell
                key="actions"
                entity={entity}
                row={row}
                actions={applicableActions(entity, actions, row, store)}
                navigation={navigation}
              />,
            ],
          }))}
        />
      )}
      <RecordDialogs
        verbs={plan}
        permitted={permitted}
        shown={readPart(entity, search.part)}
        fixedValues={parentFields}
        {...(preset && { preset })}
        onClose={() => setSearch({ part: undefined })}
      />
    </Stack>
  )
}
