import { List, Stack, Text } from '@mantine/core'
import i18next from 'i18next'
import { type ReactNode, useState } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName } from '#schema/registry.ts'
import { limits } from '#schema/sync/protocol.ts'
import type { Counted } from '#web/store/base/command.ts'
import { reportSaved } from '#web/records/actions/report-saved.ts'
import { countText } from '#web/records/names/entity-texts.ts'
import { RecordName } from '#web/records/names/record-name.tsx'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { Confirmation } from '#web/ui/overlay/dialogs/confirmation.tsx'
import { Dialog } from '#web/ui/overlay/dialogs/dialog.tsx'
import { reportResult } from '#web/ui/overlay/toasts/report-result.ts'
import { useStore } from '#web/ui/store-context.ts'
import type { SelectedChange } from './selected-change.tsx'

interface ChangeSelectedProps {
  readonly entity: EntityName
  readonly rows: readonly AnyRow[]
  readonly change: SelectedChange | undefined
  readonly onClose: () => void
  readonly onDone: () => void
}

interface Refused {
  readonly id: string
  readonly reason: ReactNode
}

interface Changed {
  readonly row: AnyRow
  readonly counted: Counted
}

const maxNamed = 5

const labelled = (label: string, value: string): string => i18next.t('common:labelled', { label, value })

/** All that can be changed become one change, so one undo takes them back. */
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
  // Nothing that arrives later is changed.
  const [{ changed, refused }] = useState(() => divide(rows, change))
  const what = countText(entity, changed.length)
  const confirm = () =>
    reportResult(
      () => store.commit(changed.map(({ row, counted }) => change.commandOf(row, counted))),
      (outcome) => {
        reportSaved(store, outcome, change.done(what))
        onClose()
        onDone()
      },
      change.failed(),
    )
  const related = relatedCounts(changed)
  const content = (
    <Stack gap="sm">
      {change.value && <Text>{change.value}</Text>}
      {related.length > 0 && (
        <>
          <Text fw={600}>{i18next.t('common:deletedWithIt')}</Text>
          <List>
            {related.map((text) => (
              <List.Item key={text}>{text}</List.Item>
            ))}
          </List>
        </>
      )}
      {refused.length > 0 && <LeftOut entity={entity} refused={refused} />}
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

function LeftOut({ entity, refused }: { readonly entity: EntityName; readonly refused: readonly Refused[] }) {
  const more = refused.length - maxNamed
  return (
    <>
      <Text fw={600}>{labelled(i18next.t('common:leftOut'), countText(entity, refused.length))}</Text>
      <List>
        {refused.slice(0, maxNamed).map(({ id, reason }) => (
          <List.Item key={id}>
            <RecordName entity={entity} id={id} /> · {reason}
          </List.Item>
        ))}
        {more > 0 && <List.Item>+{count(more)}</List.Item>}
      </List>
    </>
  )
}

function divide(rows: readonly AnyRow[], { refusalOf, relatedOf }: SelectedChange) {
  const judged = rows.map((row) => ({ row, id: row.id, reason: refusalOf(row) }))
  const possible = judged.filter(({ reason }) => !reason)
  const most = limits.operationsPerChange
  const beyond = possible
    .slice(most)
    .map((each) => ({ ...each, reason: i18next.t('common:atMost', { n: count(most) }) }))
  return {
    changed: possible.slice(0, most).map(({ row }) => ({ row, counted: relatedOf?.(row) ?? {} })),
    refused: [...judged.filter(({ reason }) => reason), ...beyond],
  }
}

function relatedCounts(changed: readonly Changed[]): readonly string[] {
  const ids = new Map<string, Set<string>>()
  for (const { counted } of changed)
    for (const [name, related] of Object.entries(counted))
      ids.set(name, (ids.get(name) ?? new Set()).union(new Set(related)))
  return [...ids].flatMap(([name, all]) => (all.size > 0 ? [countText(name, all.size)] : []))
}
