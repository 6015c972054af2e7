// An order built ahead of its use. A view that needs it continues from the current step.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { type Arrangement, sameOptions } from './arrangement.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import { inSlices, type Scheduler } from '#web/store/base/time-slicing.ts'

type Steps = Iterator<unknown, Arrangement>

export class PrefetchedOrder implements Steps {
  readonly stop: () => void
  readonly #options: ViewOptions<AnyRow>
  readonly #steps: Steps
  #end: IteratorReturnResult<Arrangement> | undefined

  constructor(scheduler: Scheduler, options: ViewOptions<AnyRow>, steps: Steps) {
    this.#options = options
    this.#steps = steps
    this.stop = inSlices(scheduler, this, () => {})
  }

  isFor(options: ViewOptions<AnyRow>): boolean {
    return sameOptions(this.#options, options)
  }

  next(): IteratorResult<unknown, Arrangement> {
    if (this.#end) return this.#end
    const step = this.#steps.next()
    if (step.done) this.#end = step
    return step
  }
}
