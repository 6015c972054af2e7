import { useLayoutEffect, useState } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sharedWalk } from './shared-walk.ts'

/**
 * The result of a walk over whole tables, taken in slices and never during a render, and again when one of them changes.
 * Undefined until the first result; later a result stays until the next one is ready. `names` and `walk` are kept stable
 * by the caller. Whoever gives the same `by` shares one walk.
 */
export function useWalk<Value>(
  names: readonly EntityName[],
  walk: () => Generator<undefined, Value>,
  by: object = walk,
): Value | undefined {
  const store = useStore()
  const [figure, setFigure] = useState<{ readonly value: Value }>()
  useLayoutEffect(() => {
    const shared = sharedWalk(store, by, names, walk)
    const show = () => {
      const found = shared.found()
      if (found) setFigure((before) => (before && Object.is(before.value, found.value) ? before : found))
    }
    const leave = shared.subscribe(show)
    show()
    return leave
  }, [store, names, walk, by])
  return figure?.value
}
