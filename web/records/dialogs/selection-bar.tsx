import { Button, Group } from '@mantine/core'
import { IconChecks, IconDownload, IconX, type IconProps } from '@tabler/icons-react'
import { type ComponentType, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import type { SelectedAction } from '#web/records/actions/selected-action.ts'
import type { ColumnPlans } from '#web/records/columns/record-columns.tsx'
import { type Selection, useSelectedIds } from '#web/records/data/selection.ts'
import { useTable } from '#web/records/data/use-table.ts'
import { useExport } from '#web/records/list/use-export.ts'
import { type ListedRows, selectAll } from '#web/records/list/listed-rows.ts'
import type { DeletableEntity } from '#web/records/names/entity-texts.ts'
import { ariaKeys } from '#web/ui/commands/key-names.ts'
import { useCommand } from '#web/ui/commands/registered-commands.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { useStore } from '#web/ui/store-context.ts'
import { ChangeSelected } from './change-selected.tsx'
import { changesOf, deletionOf, type SelectedChange } from './selected-change.tsx'
import classes from './selection-bar.module.css'

interface SelectionBarProps<Name extends EntityName> {
  readonly entity: Name
  readonly selection: Selection
  readonly listed: ListedRows
  readonly columns: ColumnPlans<Name>
  readonly isShown: (column: string) => boolean
  readonly actions: readonly SelectedAction<Name>[] | undefined
  readonly mayDelete: boolean
}

export function SelectionBar<Name extends EntityName>(props: SelectionBarProps<Name>) {
  const ids = useSelectedIds(props.selection)
  return ids && <Bar ids={ids} {...props} />
}

interface BarProps<Name extends EntityName> extends SelectionBarProps<Name> {
  readonly ids: ReadonlySet<string>
}

function Bar<Name extends EntityName>({
  ids,
  entity,
  selection,
  listed,
  columns,
  isShown,
  actions,
  mayDelete,
}: BarProps<Name>) {
  const { t } = useTranslation('common')
  const store = useStore()
  const table = useTable(entity)
  const [change, setChange] = useState<SelectedChange>()
  const listedRows = useSyncExternalStore(listed.subscribe, listed.rows)
  const indexOf = ({ id }: AnyRow): number => listedRows?.indexOfId?.(id) ?? -1
  const known: readonly AnyRow[] = [...ids].flatMap((id) => table.get(id) ?? [])
  const rows = known.toSorted((a, b) => indexOf(a) - indexOf(b))
  const save = useExport(entity, columns, isShown)
  useEscape(true, selection.end)
  const changes = [
    ...(actions ? changesOf(store, entity, actions) : []),
    ...(mayDelete ? [deletionOf(store, entity as unknown as DeletableEntity)] : []),
  ]
  return (
    <section className={classes['bar']} data-selection-bar aria-label={t('selected')}>
      <output>{t('labelled', { label: t('selected'), value: count(rows.length) })}</output>
      <Group gap="xs">
        <Button
          variant="default"
          leftSection={<IconChecks size={18} stroke={1.6} aria-hidden="true" />}
          aria-keyshortcuts={ariaKeys(['mod+a'])}
          disabled={rows.length === listedRows?.length}
          onClick={() => selectAll(selection, listed)}
        >
          {t('selectAll')}
        </Button>
        <BarButton
          id="export"
          icon={IconDownload}
          label={t('export')}
          isPossible={rows.length > 0 && save !== undefined}
          onClick={() => save?.(rows)}
        />
        {changes.map((each) => (
          <BarButton
            key={each.id}
            id={each.id}
            icon={each.icon}
            label={each.label()}
            keys={each.keys}
            isPossible={rows.length > 0}
            onClick={() => setChange(each)}
          />
        ))}
        <BarButton id="end" icon={IconX} label={t('clearSelection')} isPossible onClick={selection.end} />
      </Group>
      <ChangeSelected
        entity={entity}
        rows={rows}
        change={change}
        onClose={() => setChange(undefined)}
        onDone={(remaining) => (remaining.size > 0 ? selection.retain((id) => remaining.has(id)) : selection.end())}
      />
    </section>
  )
}

interface BarButtonProps {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: string
  readonly keys?: readonly string[] | undefined
  readonly isPossible: boolean
  readonly onClick: () => void
}

function BarButton({ id, icon: Icon, label, keys, isPossible, onClick }: BarButtonProps) {
  const { t } = useTranslation('common')
  useCommand({
    id: `selected ${id}`,
    group: 'list',
    icon: Icon,
    label: () => t('labelled', { label: t('selected'), value: label }),
    isAvailable: () => isPossible,
    run: onClick,
    ...(keys && { keys }),
  })
  return (
    <Button
      variant="default"
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      aria-keyshortcuts={keys && ariaKeys(keys)}
      disabled={!isPossible}
      onClick={onClick}
    >
      {label}
    </Button>
  )
}
