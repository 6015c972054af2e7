import { useCallback, useLayoutEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import type { AnyRow } from '#schema/kernel/entity.ts'
import type { EntityName, Row } from '#schema/registry.ts'
import type { RowList, View, ViewOptions, ViewOrder } from '#web/store/base/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

export interface ViewRows<R extends AnyRow> {
  readonly rows: RowList<R>
  readonly similar: RowList<R>
  readonly ready: boolean
  /** Reuses one object for all rows: each is valid until the next one. */
  readonly scan: () => Iterable<R>
  readonly expect: (order: ViewOrder<R>) => void
}

const noRows: readonly never[] = []
const noSubscription = () => () => {}

const unslicedRows = <R extends AnyRow>(rows: RowList<R>): RowList<R> => ({
  length: rows.length,
  arranged: rows.arranged,
  slice: (first, end) => rows.slice(first, end),
  indexOfId: (id) => rows.indexOfId?.(id) ?? -1,
})

/** The caller keeps `options` stable. */
export function useView<Name extends EntityName>(name: Name, options: ViewOptions<Row<Name>>): ViewRows<Row<Name>> {
  const store = useStore()
  const [view, setView] = useState<View<Row<Name>> | null>(null)
  const current = useRef(options)

  // Before the paint, so that no frame shows an empty list.
  useLayoutEffect(() => {
    const opened = store.view(name, current.current)
    setView(opened)
    return () => {
      setView(null)
      opened.close()
    }
  }, [store, name])

  useLayoutEffect(() => {
    if (current.current === options) return
    current.current = options
    view?.update(options)
  }, [view, options])

  const subscribe = useCallback((listener: () => void) => view?.subscribe(listener) ?? noSubscription(), [view])
  const version = useSyncExternalStore(subscribe, () => view?.version ?? -1)
  const scan = useCallback(() => view?.scan() ?? noRows, [view])
  const expect = useCallback((order: ViewOrder<Row<Name>>) => view?.prefetch(order), [view])
  return useMemo(
    () =>
      version < 0 || !view
        ? { rows: noRows, similar: noRows, ready: false, scan, expect }
        : { rows: unslicedRows(view.rows), similar: unslicedRows(view.similar), ready: view.ready, scan, expect },
    [view, version, scan, expect],
  )
}
