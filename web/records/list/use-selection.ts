import { IconCheckbox, IconChecks, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import i18next from 'i18next'
import { type RefObject, useEffect, useMemo, useState } from 'react'
import { createSelection, type Selection } from '#web/records/data/selection.ts'
import { useCommands } from '#web/ui/commands/registered-commands.ts'
import { awaitedRow, focusRowSoon } from './list-scroll.ts'
import { idsBetween, type ListedRows, neighborsOf, selectAll } from './listed-rows.ts'
import type { CurrentRow } from './use-current-row.ts'
import { useLongPress } from './use-long-press.ts'
import { inRows } from './use-row-commands.ts'

/** Unmounted when selection mode ends, which would lose the focus. */
const removed = '[data-selection-bar], tr[data-row] input[type=checkbox]'

const withRange = { group: 'list', isShortcutOnly: true, repeats: true } as const

export function useSelection(
  list: RefObject<HTMLElement | null>,
  listed: ListedRows,
  current: () => CurrentRow | undefined,
): Selection {
  const [selection] = useState(createSelection)
  useEffect(() => {
    const unsubscribe = [
      listed.subscribe(() => {
        const rows = listed.rows()
        if (rows?.indexOfId) selection.retain((id) => rows.indexOfId?.(id) !== -1)
      }),
      selection.subscribe(() => {
        if (selection.ids() !== null || !document.activeElement?.closest(removed)) return
        focusRowSoon(list.current, listed, () => current()?.id)
      }),
    ]
    return () => unsubscribe.forEach((each) => each())
  }, [selection, list, listed, current])
  useLongPress(list, selection)
  const commands = useMemo(() => {
    const selectTo = (neighbor: 'next' | 'previous'): void => {
      const id = awaitedRow() ?? current()?.id
      if (id === undefined) return
      const rows = listed.rows()
      const to = neighborsOf(rows, id)[neighbor]
      selection.extend(id, to ?? id, (start, end) => idsBetween(rows, start, end))
      if (to !== undefined) focusRowSoon(list.current, listed, () => to)
    }
    return [
      {
        id: 'select',
        group: 'list',
        icon: IconCheckbox,
        label: () => i18next.t('common:select'),
        keys: ['x'],
        run: () => {
          const id = awaitedRow() ?? current()?.id
          if (id === undefined) selection.start()
          else selection.toggle(id)
        },
      },
      {
        id: 'select all',
        group: 'list',
        icon: IconChecks,
        label: () => i18next.t('common:selectAll'),
        keys: ['mod+a'],
        keysWithin: { 'mod+a': inRows },
        run: () => selectAll(selection, listed),
      },
      {
        ...withRange,
        id: 'select next',
        icon: IconChevronDown,
        label: () => i18next.t('common:selectNext'),
        keys: ['shift+down'],
        keysWithin: { 'shift+down': inRows },
        run: () => selectTo('next'),
      },
      {
        ...withRange,
        id: 'select previous',
        icon: IconChevronUp,
        label: () => i18next.t('common:selectPrevious'),
        keys: ['shift+up'],
        keysWithin: { 'shift+up': inRows },
        run: () => selectTo('previous'),
      },
    ] as const
  }, [selection, list, listed, current])
  useCommands(commands)
  return selection
}
