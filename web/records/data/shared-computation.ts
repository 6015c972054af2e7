// Runs in slices, once per table version, for all who show its result.
import type { EntityName } from '#schema/registry.ts'
import { immediately, inSlices } from '#web/store/base/time-slicing.ts'
import type { Store, Unsubscribe } from '#web/store/base/contract.ts'
import { screenScheduler } from './screen-slicing.ts'

export interface SharedComputation<Value> {
  /** An old result stays until the next one is ready. */
  result(): { readonly value: Value } | undefined
  subscribe(listener: () => void): Unsubscribe
}

/** Then it runs without slices; a table that keeps changing would otherwise never yield a result. */
const maxRestarts = 4

function createSharedComputation<Value>(
  store: Pick<Store, 'table'>,
  names: readonly EntityName[],
  compute: () => Generator<undefined, Value>,
): SharedComputation<Value> {
  const listeners = new Set<() => void>()
  let result: { readonly value: Value } | undefined
  let resultVersions: string | undefined
  let stop = () => {}
  let restarts = 0
  const versions = () => names.map((name) => store.table(name).version).join(' ')
  const run = () => {
    stop()
    const state = versions()
    stop = inSlices(restarts++ < maxRestarts ? screenScheduler : immediately, compute(), (value) => {
      restarts = 0
      resultVersions = state
      if (result && Object.is(result.value, value)) return
      result = { value }
      for (const listener of listeners) listener()
    })
  }
  let unsubscribes: readonly Unsubscribe[] = []
  const start = () => {
    unsubscribes = names.map((name) => store.table(name).subscribe(run))
    if (resultVersions !== versions()) run()
  }
  const end = () => {
    for (const each of unsubscribes) each()
    stop()
  }
  return {
    result: () => result,
    subscribe: (listener) => {
      listeners.add(listener)
      if (listeners.size === 1) start()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) end()
      }
    },
  }
}

const computations = new WeakMap<object, WeakMap<object, SharedComputation<unknown>>>()

/** `by` is the cache key; the caller keeps it stable. */
export function sharedComputation<Value>(
  store: Pick<Store, 'table'>,
  by: object,
  names: readonly EntityName[],
  compute: () => Generator<undefined, Value>,
): SharedComputation<Value> {
  const computationsOfStore = computations.get(store) ?? new WeakMap<object, SharedComputation<unknown>>()
  computations.set(store, computationsOfStore)
  const cached = computationsOfStore.get(by) as SharedComputation<Value> | undefined
  if (cached) return cached
  const made = createSharedComputation(store, names, compute)
  computationsOfStore.set(by, made)
  return made
}
