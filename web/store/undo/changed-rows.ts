import type { Values } from '#schema/kernel/parse.ts'
import type { Rows } from '#schema/records/sums.ts'
import type { Step } from '#schema/kernel/verb.ts'

export class ChangedRows implements Rows {
  readonly where: Rows['where']
  readonly #before: Rows
  readonly #changed = new Map<string, Values | null>()

  constructor(before: Rows) {
    this.#before = before
    this.where = before.where
  }

  readonly get = (entity: string, id: string): Values | undefined => {
    const key = `${entity} ${id}`
    return this.#changed.has(key) ? (this.#changed.get(key) ?? undefined) : this.#before.get(entity, id)
  }

  set(entity: string, id: string, row: Values | null): void {
    this.#changed.set(`${entity} ${id}`, row)
  }

  apply(steps: readonly Step[]): void {
    for (const step of steps) {
      const { entity, id } = step
      if (step.op === 'delete') this.set(entity, id, null)
      else this.set(entity, id, { ...this.get(entity, id), ...step.fields })
    }
  }
}
