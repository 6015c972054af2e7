import type { AnyRow } from '#schema/entity.ts'
import type { ViewOptions } from '#web/store/contract.ts'
import { foldText } from '#web/store/fold-text.ts'

type NameOf<R extends AnyRow> = (row: R) => string

const made = new WeakMap<NameOf<never>, ViewOptions<never>>()

/** Records in the order of their names; the same object for the same function, so that views of it share their order. */
export function namesInOrder<R extends AnyRow>(nameOf: NameOf<R>): ViewOptions<R> {
  const known = made.get(nameOf) as ViewOptions<R> | undefined
  if (known) return known
  const options: ViewOptions<R> = { sortBy: (row) => foldText(nameOf(row)), searchText: nameOf }
  made.set(nameOf, options)
  return options
}
