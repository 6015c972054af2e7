import type { MovedReference } from '#schema/kernel/verb.ts'
import type { Link } from '#schema/kernel/entity.ts'

type Fields = Readonly<Record<string, unknown>>

export interface Stored {
  readonly entity: string
  readonly id: string
  readonly number: number
  readonly fields: Fields | null
  /** The fields of a deleted row, the number that deleted it, and the references moved since. */
  readonly deleted?: { readonly fields: Fields; readonly number: number; readonly moved: readonly MovedOrCleared[] }
}

export type MovedOrCleared = MovedReference | readonly [entity: string, id: string, field: string]

const creationTime = '2026-01-01T00:00:00.000Z'

export class StoredRows {
  number = 0
  readonly all = new Map<string, Stored>()
  #before = new Map<string, Stored | undefined>()

  begin(): void {
    this.#before = new Map()
    this.number++
  }

  get hasWritten(): boolean {
    return this.#before.size > 0
  }

  undo(): void {
    for (const [key, row] of this.#before) {
      if (row) this.all.set(key, row)
      else this.all.delete(key)
    }
    this.#before = new Map()
    this.number--
  }

  get(entity: string, id: string): Stored | undefined {
    return this.all.get(`${entity}/${id}`)
  }

  live(entity: string, id: string): Fields | undefined {
    return this.get(entity, id)?.fields ?? undefined
  }

  referring({ entity, field }: Link, to: string): Stored[] {
    return [...this.all.values()].filter((row) => row.entity === entity && row.fields?.[field] === to)
  }

  put(entity: string, id: string, fields: Fields, at = creationTime): void {
    const stamps = { createdAt: at, updatedAt: at, createdBy: null }
    this.#set({ entity, id, number: this.number, fields: { ...stamps, ...fields } })
  }

  change(entity: string, id: string, fields: Fields, at = creationTime): void {
    this.put(entity, id, { ...this.live(entity, id), ...fields, updatedAt: at })
  }

  /** A row that never existed leaves only its number. */
  drop(entity: string, id: string, moved: readonly MovedOrCleared[] = []): void {
    const before = this.get(entity, id)
    const deleted = before?.fields ? { deleted: { fields: before.fields, number: this.number, moved } } : {}
    this.#set({ entity, id, number: this.number, fields: null, ...deleted })
  }

  lose(entity: string, id: string): void {
    const { number } = this.get(entity, id)!
    this.all.set(`${entity}/${id}`, { entity, id, number, fields: null })
  }

  #set(row: Stored): void {
    const key = `${row.entity}/${row.id}`
    if (!this.#before.has(key)) this.#before.set(key, this.all.get(key))
    this.all.set(key, row)
  }
}
