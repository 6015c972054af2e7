import { useLayoutEffect, useState } from 'react'
import type { EntityName } from '#schema/registry.ts'
import { useStore } from '#web/ui/store-context.ts'
import { sharedComputation } from './shared-computation.ts'

/** In slices outside of rendering. Undefined until the first result. The caller keeps `names` and `walk` stable. */
export function useSharedComputation<Value>(
  names: readonly EntityName[],
  compute: () => Generator<undefined, Value>,
  by: object = compute,
): Value | undefined {
  const store = useStore()
  const [figure, setFigure] = useState<{ readonly value: Value }>()
  useLayoutEffect(() => {
    const shared = sharedComputation(store, by, names, compute)
    const update = () => {
      const result = shared.result()
      if (result) setFigure((before) => (before && Object.is(before.value, result.value) ? before : result))
    }
    const unsubscribe = shared.subscribe(update)
    update()
    return unsubscribe
  }, [store, names, compute, by])
  return figure?.value
}
