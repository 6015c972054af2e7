import { useLayoutEffect, useState } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sharedWalk } from './shared-walk.ts'

/**
 * A walk over whole tables, in slices outside of rendering. Undefined until the first result. The caller keeps `names`
 * and `walk` stable.
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
