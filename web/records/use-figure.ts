import { useLayoutEffect, useState } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Table } from '#web/store/contract.ts'
import { atOnce, inSlices, paceOf } from '#web/store/pace.ts'
import { useStore } from '#web/ui/store-context.ts'

export type Walk<Name extends EntityName, Value> = (table: Table<Row<Name>>) => Generator<undefined, Value>

const pace = paceOf({
  timers: {
    setTimeout: (run, ms) => setTimeout(run, ms),
    clearTimeout: (handle) => clearTimeout(handle as ReturnType<typeof setTimeout>),
  },
  monotonic: () => performance.now(),
})
/**
 * After this many restarts a walk runs to its end at once; otherwise a table that keeps changing would never yield its
 * figure.
 */
const patience = 4

/**
 * The result of a walk over a whole table, taken in slices and never during a render. Undefined until the first result;
 * later a result stays until the next one is ready. `walk` is kept stable by the caller.
 */
export function useFigure<Name extends EntityName, Value>(name: Name, walk: Walk<Name, Value>): Value | undefined {
  const table = useStore().table(name)
  const [figure, setFigure] = useState<{ readonly value: Value }>()
  useLayoutEffect(() => {
    let stop = () => {}
    let begun = 0
    const show = (value: Value) => {
      begun = 0
      setFigure((before) => (before && Object.is(before.value, value) ? before : { value }))
    }
    const begin = () => {
      stop()
      stop = inSlices(begun++ < patience ? pace : atOnce, walk(table), show)
    }
    begin()
    const leave = table.subscribe(begin)
    return () => {
      leave()
      stop()
    }
  }, [table, walk])
  return figure?.value
}
