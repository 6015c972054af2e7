// Search texts outlive the lists that use them, so that returning to a list need not compute them again.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { affectedRows } from './affected-rows.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import type { ChangedIds } from './entity-table.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import type { Follower, TablesByName } from './follower.ts'

type Options = ViewOptions<AnyRow>

export class SearchTexts implements Follower {
  readonly entities: ReadonlySet<string>
  readonly #tables: TablesByName
  readonly #entity: string
  readonly #textOf: (row: AnyRow) => string
  readonly #joins: Options['joins']
  readonly #texts = new Map<string, string>()

  constructor(tables: TablesByName, entity: string, textOf: (row: AnyRow) => string, joins: Options['joins']) {
    this.#tables = tables
    this.#entity = entity
    this.#textOf = textOf
    this.#joins = joins
    this.entities = new Set([entity, ...(joins ?? []).map((join) => join.entity)])
  }

  matches(entity: string, { searchText, joins }: Options): boolean {
    return this.#entity === entity && this.#textOf === searchText && this.#joins === joins
  }

  text(id: string): string {
    const cached = this.#texts.get(id)
    if (cached !== undefined) return cached
    const row = this.#tables.of(this.#entity).peek(id)
    const text = row ? foldText(this.#textOf(row)) : ''
    this.#texts.set(id, text)
    return text
  }

  follow(touched: ReadonlyMap<string, ChangedIds>): void {
    for (const id of affectedRows(this.#tables, this.#entity, this.#joins ?? [], touched)) this.#texts.delete(id)
  }

  reload(): void {
    this.#texts.clear()
  }

  notify(): void {}
}
