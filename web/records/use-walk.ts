import { useLayoutEffect, useState } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { atOnce, inSlices } from '#web/store/pace.ts'
import { useStore } from '#web/ui/store-context.ts'
import { screenPace } from './screen-pace.ts'

/**
 * After this many restarts a walk runs to its end at once; otherwise a table that keeps changing would never yield its
 * figure.
 */
const patience = 4

/**
 * The result of a walk over whole tables, taken in slices and never during a render, and again when one of them changes.
 * Undefined until the first result; later a result stays until the next one is ready. `names` and `walk` are kept stable
 * by the caller.
 */
export function useWalk<Value>(
  names: readonly EntityName[],
  walk: () => Generator<undefined, Value>,
): Value | undefined {
  const store = useStore()
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
      stop = inSlices(begun++ < patience ? screenPace : atOnce, walk(), show)
    }
    begin()
    const leave = names.map((name) => store.table(name).subscribe(begin))
    return () => {
      for (const each of leave) each()
      stop()
    }
  }, [store, names, walk])
  return figure?.value
}
