// Search texts outlive their lists, so that returning to a list need not compute them again.
import type { AnyRow } from '#schema/kernel/entity.ts'
import { affectedRows } from './affected-rows.ts'
import type { ViewOptions } from '#web/store/base/contract.ts'
import type { ChangedIds } from './entity-table.ts'
import { foldText } from '#schema/kernel/fold-text.ts'
import { ComparableWord, splitWords } from '#schema/kernel/similar/similar-words.ts'
import type { Follower, TablesByName } from './follower.ts'

type Options = ViewOptions<AnyRow>

const hasDigit = /\d/

export class SearchTexts implements Follower {
  readonly entities: ReadonlySet<string>
  readonly #tables: TablesByName
  readonly #entity: string
  readonly #textOf: (row: AnyRow) => string
  readonly #joins: Options['joins']
  readonly #texts = new Map<string, string>()
  /** Of all texts read so far, without numbers: far fewer than rows, so only these are compared. */
  readonly #words = new Map<string, ComparableWord>()
  readonly #idsInWords = new Set<string>()

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

  get words(): Iterable<ComparableWord> {
    return this.#words.values()
  }

  addWordsOf(id: string): void {
    if (this.#idsInWords.has(id)) return
    this.#idsInWords.add(id)
    for (const word of splitWords(this.text(id)))
      if (!this.#words.has(word) && !hasDigit.test(word)) this.#words.set(word, new ComparableWord(word))
  }

  follow(touched: ReadonlyMap<string, ChangedIds>): void {
    for (const id of affectedRows(this.#tables, this.#entity, this.#joins ?? [], touched)) {
      this.#texts.delete(id)
      this.#idsInWords.delete(id)
    }
  }

  reload(): void {
    this.#texts.clear()
    this.#words.clear()
    this.#idsInWords.clear()
  }

  notify(): void {}
}
