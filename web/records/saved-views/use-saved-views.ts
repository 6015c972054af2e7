import { useCallback } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/base/contract.ts'
import { useComputed } from '#web/records/data/use-computed.ts'

type SavedView = Row<'savedViews'>

const byName = (one: SavedView, other: SavedView): number => one.name.localeCompare(other.name)

export const useSavedViews = (list?: EntityName): readonly SavedView[] =>
  useComputed(
    'savedViews',
    useCallback(
      (table: Table<SavedView>) =>
        [...table.all()].filter((view) => list === undefined || view.list === list).toSorted(byName),
      [list],
    ),
  )
