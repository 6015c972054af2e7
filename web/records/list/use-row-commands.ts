// Moving between the rows of a list and within a row.
import {
  IconArrowBarToDown,
  IconArrowBarToUp,
  IconArrowLeft,
  IconArrowRight,
  IconChevronDown,
  IconChevronsDown,
  IconChevronsUp,
  IconChevronUp,
  IconList,
} from '@tabler/icons-react'
import i18next from 'i18next'
import { type RefObject, useEffect, useMemo, useRef } from 'react'
import { useCommands } from '#web/ui/commands/registered-commands.ts'
import { useEscape } from '#web/ui/overlay/escape.ts'
import { focusSearch } from '#web/ui/search/focus-search.ts'
import { focusInRow, rowOf, rowsIn } from '#web/ui/table/row-stops.ts'
import { awaitedRow, focusRowSoon, rowsPerPage } from './list-scroll.ts'
import { idAt, type ListedRows, neighborsOf } from './listed-rows.ts'
import type { CurrentRow } from './use-current-row.ts'

const searchField = '[data-list] input[type=search]'
/** Without a focus, arrows begin in the list. */
export const inRows = '[data-list] [data-scroll-restoration-id], #content:focus, body:not(:has(:focus))'

const shortcut = { group: 'list', isShortcutOnly: true } as const

const rowCommands = {
  enter: { id: 'rows', group: 'list', icon: IconList, label: () => i18next.t('common:skipToList') },
  next: {
    ...shortcut,
    id: 'next record',
    icon: IconChevronDown,
    label: () => i18next.t('common:nextRecord'),
    keys: ['j'],
    otherKeys: ['down'],
    keysWithin: { down: `${inRows}, ${searchField}` },
    repeats: true,
  },
  previous: {
    ...shortcut,
    id: 'previous record',
    icon: IconChevronUp,
    label: () => i18next.t('common:previousRecord'),
    keys: ['k'],
    otherKeys: ['up'],
    keysWithin: { up: inRows },
    repeats: true,
  },
  first: {
    ...shortcut,
    id: 'first record',
    icon: IconArrowBarToUp,
    label: () => i18next.t('common:firstRecord'),
    keys: ['home'],
    keysWithin: { home: inRows },
  },
  last: {
    ...shortcut,
    id: 'last record',
    icon: IconArrowBarToDown,
    label: () => i18next.t('common:lastRecord'),
    keys: ['end'],
    keysWithin: { end: inRows },
  },
  pageDown: {
    ...shortcut,
    id: 'page down',
    icon: IconChevronsDown,
    label: () => i18next.t('common:furtherDown'),
    keys: ['pagedown'],
    keysWithin: { pagedown: inRows },
    repeats: true,
  },
  pageUp: {
    ...shortcut,
    id: 'page up',
    icon: IconChevronsUp,
    label: () => i18next.t('common:furtherUp'),
    keys: ['pageup'],
    keysWithin: { pageup: inRows },
    repeats: true,
  },
  nextAction: {
    ...shortcut,
    id: 'next action',
    icon: IconArrowRight,
    label: () => i18next.t('common:nextAction'),
    keys: ['forward'],
    keysWithin: { forward: '[data-list] tr[data-row]' },
  },
  previousAction: {
    ...shortcut,
    id: 'previous action',
    icon: IconArrowLeft,
    label: () => i18next.t('common:previousAction'),
    keys: ['back'],
    keysWithin: { back: '[data-list] tr[data-row]' },
  },
} as const

interface RowCommandOptions {
  readonly listed: ListedRows
  readonly current: () => CurrentRow | undefined
  /** The open one, which moves along. */
  readonly record: string | undefined
  readonly onStep: (id: string) => void
}

export function useRowCommands(list: RefObject<HTMLElement | null>, options: RowCommandOptions): void {
  const latest = useRef({ ...options, list })
  useEffect(() => {
    latest.current = { ...options, list }
  })
  const commands = useMemo(() => {
    const element = () => latest.current.list.current
    const rows = () => latest.current.listed.rows()
    const count = (): number => rows()?.length ?? 0
    const goTo = (find: () => string | undefined): void => {
      const { listed, record, onStep } = latest.current
      const id = find()
      if (id === undefined) return
      if (record !== undefined) onStep(id)
      const focused = document.activeElement
      if (record === undefined || rowOf(focused) || focused?.matches(searchField)) focusRowSoon(element(), listed, find)
    }
    const goToIndex = (index: number): void => goTo(() => idAt(rows(), index))
    const currentId = (): string | undefined => awaitedRow() ?? latest.current.current()?.id ?? latest.current.record
    /** Rows that may have been meant are below those found, and not among them. */
    const shownBeside = (id: string, by: 1 | -1): string | undefined => {
      const within = element()
      const ids = within ? rowsIn(within).map((row) => row.dataset['row']) : []
      const at = ids.indexOf(id)
      return at < 0 ? undefined : ids[at + by]
    }
    const step = (by: 1 | -1): void => {
      const id = currentId()
      if (id === undefined || document.activeElement?.matches(searchField)) return goToIndex(0)
      const { previous, next } = neighborsOf(rows(), id)
      const to = (by === 1 ? next : previous) ?? shownBeside(id, by)
      goTo(() => to)
    }
    const page = (by: 1 | -1): void => goToIndex(neighborsOf(rows(), currentId()).index + by * rowsPerPage(element()))
    const enter = (): void => {
      const { listed, record } = latest.current
      const isListed = record !== undefined && rows()?.indexOfId?.(record) !== -1
      focusRowSoon(element(), listed, () => (isListed ? record : idAt(rows(), 0)))
    }
    const isAvailable = () => count() > 0
    /** Beside an open record the keys of scrolling scroll it, unless the focus is in a row. */
    const mayScroll = () =>
      isAvailable() && (latest.current.record === undefined || rowOf(document.activeElement) !== null)
    return [
      { ...rowCommands.enter, isAvailable, run: enter },
      { ...rowCommands.next, isAvailable, run: () => step(1) },
      { ...rowCommands.previous, isAvailable, run: () => step(-1) },
      { ...rowCommands.first, isAvailable: mayScroll, run: () => goToIndex(0) },
      { ...rowCommands.last, isAvailable: mayScroll, run: () => goToIndex(count() - 1) },
      { ...rowCommands.pageDown, isAvailable: mayScroll, run: () => page(1) },
      { ...rowCommands.pageUp, isAvailable: mayScroll, run: () => page(-1) },
      { ...rowCommands.nextAction, run: () => focusInRow(1) },
      { ...rowCommands.previousAction, run: () => focusInRow(-1) },
    ]
  }, [])
  useCommands(commands)
  // Beneath all that lies over the list.
  const leave = () => list.current?.contains(rowOf(document.activeElement)) && focusSearch()
  useEscape(true, leave, true)
}
