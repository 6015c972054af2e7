import { type AnyRow, pathOf } from '#schema/kernel/entity.ts'
import { entityNamed, type EntityName, registry } from '#schema/registry.ts'
import type { Unsubscribe } from '#web/store/base/contract.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { Online, OnlineState, SendOnline } from '#web/store/base/online.ts'
import { type RequestOnline, OnlineError } from '#web/store/wire/online-requests.ts'
import type { EntityTable } from './entity-table.ts'
import { resultOf } from '#web/store/base/result-of.ts'
import { Tables } from './tables.ts'

const pageSize = 1_000
const reading: OnlineState = { kind: 'reading' }
const loaded: OnlineState = { kind: 'here' }

/** False for an entity that only a newer version knows, because its rows come with the feed. */
export const isOnline = (name: EntityName): boolean => entityNamed(name)?.replicate === 'never'

export class OnlineRecords implements Online {
  readonly tables = new Tables()
  readonly #request: RequestOnline
  readonly #onWritten: () => void
  readonly #states = new Map<EntityName, OnlineState>()
  readonly #inFlight = new Map<EntityName, Promise<void>>()
  readonly #listeners = new Set<() => void>()

  readonly send: SendOnline

  constructor(request: RequestOnline, send: SendOnline, onWritten: () => void) {
    this.#request = request
    this.#onWritten = onWritten
    this.send = send
  }

  stateOf(name: EntityName): OnlineState {
    return this.#states.get(name) ?? reading
  }

  subscribe(listener: () => void): Unsubscribe {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  read(name: EntityName): Promise<void> {
    const running = this.#inFlight.get(name)
    if (running) return running
    const read = this.#read(name).finally(() => this.#inFlight.delete(name))
    this.#inFlight.set(name, read)
    return read
  }

  async create(name: EntityName, fields: object): Promise<CommitResult> {
    return this.#write(name, () => this.#request('POST', pathTo(name), fields))
  }

  async update(name: EntityName, seen: AnyRow, fields: Readonly<Record<string, unknown>>): Promise<CommitResult> {
    const changed = Object.entries(fields).filter(([field, value]) => (seen[field] ?? null) !== (value ?? null))
    if (changed.length === 0) return { ok: true, id: seen.id, changeId: '' }
    return this.#write(name, () => this.#request('PATCH', `${pathTo(name)}/${seen.id}`, Object.fromEntries(changed)))
  }

  async remove(name: EntityName, { id }: AnyRow): Promise<CommitResult> {
    const result = await this.#write(name, () => this.#request('DELETE', `${pathTo(name)}/${id}`))
    if (result.ok) this.#applyRows(name, [], [id])
    return result
  }

  async act(name: EntityName, id: string, verb: string, body?: object): Promise<unknown> {
    const { body: response } = await this.#request('POST', `${pathTo(name)}/${id}/${verb}`, body ?? {})
    this.#onWritten()
    if (isOnline(name) && isRow(response) && response.id === id) this.#applyRows(name, [response])
    return response
  }

  page(path: string): ReturnType<RequestOnline> {
    return this.#request('GET', path)
  }

  async request(method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown> {
    return (await this.#request(method, path, body)).body
  }

  forget(): void {
    this.tables.batch(() => {
      for (const name of this.#states.keys()) for (const id of idsOf(this.tables.of(name))) this.#drop(name, id)
    })
    this.#states.clear()
  }

  async #read(name: EntityName): Promise<void> {
    if (this.stateOf(name).kind === 'failed') this.#setState(name, reading)
    const read = new Set<string>()
    try {
      let next: string | null = `${pathTo(name)}?limit=${pageSize}`
      while (next !== null) {
        const page = await this.#request('GET', next)
        const rows = page.body as readonly AnyRow[]
        for (const { id } of rows) read.add(id)
        this.#applyRows(name, rows)
        next = page.next
      }
      this.#applyRows(
        name,
        [],
        idsOf(this.tables.of(name)).filter((id) => !read.has(id)),
      )
      this.#setState(name, loaded)
    } catch (problem) {
      this.#setState(name, { kind: 'failed', problem: OnlineError.of(problem) })
    }
  }

  #write(name: EntityName, send: () => ReturnType<RequestOnline>): Promise<CommitResult> {
    return resultOf(async () => {
      const { body } = await send()
      this.#onWritten()
      if (!isRow(body)) return undefined
      this.#applyRows(name, [body])
      return body
    })
  }

  #applyRows(name: EntityName, rows: readonly AnyRow[], deletedIds: readonly string[] = []): void {
    this.tables.batch(() => {
      const table = this.tables.of(name)
      for (const row of rows) table.setOverlay(row.id, { ...ifUnchanged(table.get(row.id), row), ...row })
      for (const id of deletedIds) this.#drop(name, id)
    })
  }

  #drop(name: EntityName, id: string): void {
    this.tables.of(name).setOverlay(id, null)
  }

  #setState(name: EntityName, state: OnlineState): void {
    this.#states.set(name, state)
    for (const listener of this.#listeners) listener()
  }
}

/** A response may have fields that a list lacks, such as a new link. They stay until the record changes. */
const ifUnchanged = (previous: AnyRow | undefined, row: AnyRow): AnyRow | undefined =>
  previous?.updatedAt === row.updatedAt ? previous : undefined

const pathTo = (name: EntityName): string => `/api/${pathOf(registry[name])}`
const idsOf = (table: EntityTable): string[] => [...table.scan()].map(({ id }) => id)
const isRow = (value: unknown): value is AnyRow =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string'
