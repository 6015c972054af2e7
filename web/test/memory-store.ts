// The store's contract in memory, for component tests and for working on screens without a server.
import type { AnyRow } from '#schema/entity.ts'
import { parseCreate, parsePatch } from '#schema/parse.ts'
import type { Operation } from '#schema/protocol.ts'
import { type EntityName, entityNamed } from '#schema/registry.ts'
import { completeValues } from '#schema/rules.ts'
import { serverDefaults } from '#schema/parse.ts'
import { moved, sumMoves } from '#schema/sums.ts'
import { joinsOf } from '#web/store/concerned.ts'
import type {
  Act,
  Choice,
  Identity,
  OutboxEntry,
  Outcome,
  Refused,
  Store,
  SyncStatus,
  ViewOptions,
} from '#web/store/contract.ts'
import type { DraftFields, Drafts } from '#web/store/contract.ts'
import { MemoryTable, MemoryView } from './memory-table.ts'

export const someone: Identity = {
  id: '00000000-0000-7000-8000-000000000001',
  tenantId: '00000000-0000-7000-8000-000000000002',
  tenantName: 'Demo Capital',
  email: 'admin@demo.test',
  firstName: 'Ada',
  lastName: 'Lovelace',
  role: 'ADMIN',
  profileImageUrl: null,
}

const live: SyncStatus = {
  connection: 'online',
  complete: true,
  progress: null,
  syncing: false,
  full: false,
  recovering: false,
  waiting: 0,
  attention: 0,
  unread: 0,
  resent: 0,
  lastSync: 0,
}

export class MemoryStore implements Store {
  status: SyncStatus = live
  readonly identity: Identity
  readonly entries: OutboxEntry[] = []
  readonly calls = {
    retried: [] as string[],
    discarded: [] as string[],
    settled: [] as [changeId: string, choices: readonly Choice[]][],
    broughtBack: [] as string[],
    madeNew: [] as string[],
    syncs: 0,
    networks: 0,
  }
  /** Set by a test that wants a local write to last, or to fail. */
  beforeWrite: () => Promise<void> = async () => {}
  readonly #tables = new Map<string, MemoryTable>()
  readonly #statusListeners = new Set<() => void>()
  readonly #refusedListeners = new Set<(refused: Refused) => void>()
  #next = 0

  constructor(identity: Identity = someone) {
    this.identity = identity
  }

  table(name: EntityName): never {
    return this.tableNamed(name) as never
  }
  tableNamed(name: string): MemoryTable {
    const table = this.#tables.get(name) ?? new MemoryTable()
    this.#tables.set(name, table)
    return table
  }
  view(name: EntityName, options: ViewOptions<never>): never {
    const joined = joinsOf(options as unknown as ViewOptions<AnyRow>).map(({ entity }) => this.tableNamed(entity))
    return new MemoryView(this.tableNamed(name), joined, options as ViewOptions<AnyRow>, this.#read) as never
  }
  prepare(): void {}

  /** A row as the server would have sent it. */
  put(name: EntityName, fields: Readonly<Record<string, unknown>>): AnyRow {
    const of = entityNamed(name)!
    const parsed = parseCreate(of, fields, 'ignore', '2025-06-30')
    if (!parsed.ok) throw new Error(`Not a row of ${name}: ${JSON.stringify(parsed.issues)}`)
    const given = Object.fromEntries(Object.entries(fields).filter(([field]) => of.fields[field]?.byServer))
    const values = completeValues(name, { ...serverDefaults(of), ...parsed.values, ...given }, this.#read)
    const row = { ...this.#stamps(fields['id'] as string | undefined), ...values }
    this.tableNamed(name).rows.set(row.id, row)
    return row
  }

  create(name: EntityName, fields: Readonly<Record<string, unknown>>, id?: string): Promise<Outcome> {
    const of = entityNamed(name)!
    const parsed = parseCreate(of, fields, 'refuse', '2025-06-30')
    if (!parsed.ok) return Promise.resolve(parsed)
    const stamps = this.#stamps(id)
    const row = {
      ...stamps,
      ...completeValues(name, { ...serverDefaults(of), ...parsed.values }, this.#read),
    } as AnyRow
    return this.#write(name, row.id, row, { op: 'create', entity: name, id: row.id, fields: parsed.values })
  }
  update(name: EntityName, seen: AnyRow, fields: Readonly<Record<string, unknown>>): Promise<Outcome> {
    const parsed = parsePatch(entityNamed(name)!, fields, 'refuse')
    if (!parsed.ok) return Promise.resolve(parsed)
    const changed = Object.entries(parsed.values).filter(([field, value]) => seen[field] !== value)
    if (changed.length === 0) return Promise.resolve({ ok: true, changeId: '', id: seen.id })
    const base = Object.fromEntries(changed.map(([field]) => [field, seen[field]]))
    const row = { ...this.tableNamed(name).get(seen.id)!, ...Object.fromEntries(changed) } as AnyRow
    return this.#write(name, seen.id, row, {
      op: 'update',
      entity: name,
      id: seen.id,
      fields: Object.fromEntries(changed),
      base,
    })
  }
  remove(name: EntityName, seen: AnyRow, counted: Readonly<Record<string, readonly string[]>> = {}): Promise<Outcome> {
    for (const [entity, ids] of Object.entries(counted)) for (const id of ids) this.tableNamed(entity).rows.delete(id)
    return this.#write(name, seen.id, null, { op: 'delete', entity: name, id: seen.id, base: { $with: counted } })
  }

  /** One after the other: what is tried with it is how screens look, not what a change is. */
  async commit(acts: readonly Act[]): Promise<Outcome> {
    let outcome: Outcome = { ok: true, changeId: '', id: '' }
    for (const act of acts) {
      if (act.op === 'create') outcome = await this.create(act.entity, act.fields, act.id)
      else if (act.op === 'update') outcome = await this.update(act.entity, act.seen, act.fields)
      else if (act.op === 'delete') outcome = await this.remove(act.entity, act.seen, act.counted)
      if (!outcome.ok) return outcome
    }
    return outcome
  }
  newId(): string {
    return this.#id()
  }

  async #write(name: EntityName, id: string, row: AnyRow | null, op: Operation): Promise<Outcome> {
    await this.beforeWrite()
    const table = this.tableNamed(name)
    const moves = sumMoves(name, table.get(id) ?? null, row, {
      get: (entity, of) => this.tableNamed(entity).get(of),
      where: ({ entity, field }, of) => this.tableNamed(entity).where(field, of),
    })
    if (row) table.rows.set(id, row)
    else table.rows.delete(id)
    if (row) table.marks.set(id, 'waiting')
    for (const move of moves) {
      const other = this.tableNamed(move.entity)
      const target = other.get(move.id)
      if (target) other.rows.set(move.id, { ...target, [move.field]: moved(target[move.field], move) })
      other.changed()
    }
    const changeId = this.#id()
    this.entries.unshift({
      id: changeId,
      at: '2025-06-30T10:00:00.000Z',
      state: 'waiting',
      ops: [op],
      verdict: null,
      names: {},
    })
    table.changed()
    this.setStatus({ waiting: this.status.waiting + 1 })
    return { ok: true, changeId, id }
  }

  setStatus(status: Partial<SyncStatus>): void {
    this.status = { ...this.status, ...status }
    for (const listener of this.#statusListeners) listener()
  }
  refuse(refused: Refused): void {
    for (const listener of this.#refusedListeners) listener(refused)
  }
  subscribeStatus(listener: () => void): () => void {
    this.#statusListeners.add(listener)
    return () => this.#statusListeners.delete(listener)
  }
  onRefused(listener: (refused: Refused) => void): () => void {
    this.#refusedListeners.add(listener)
    return () => this.#refusedListeners.delete(listener)
  }
  outbox(): readonly OutboxEntry[] {
    return this.entries
  }
  retry(changeId: string): Promise<Outcome> {
    this.calls.retried.push(changeId)
    return Promise.resolve({ ok: true, changeId: this.#id(), id: '' })
  }
  settle(changeId: string, choices: readonly Choice[]): Promise<Outcome> {
    this.calls.settled.push([changeId, choices])
    return Promise.resolve({ ok: true, changeId: this.#id(), id: '' })
  }
  bringBack(changeId: string): Promise<Outcome> {
    this.calls.broughtBack.push(changeId)
    return Promise.resolve({ ok: true, changeId: this.#id(), id: '' })
  }
  makeNew(changeId: string): Promise<Outcome> {
    this.calls.madeNew.push(changeId)
    return Promise.resolve({ ok: true, changeId: this.#id(), id: '' })
  }
  discard(changeId: string): Promise<void> {
    this.calls.discarded.push(changeId)
    return Promise.resolve()
  }
  /** What a newer version has entered. */
  unreadTexts: readonly string[] = []
  unread(): readonly string[] {
    return this.unreadTexts
  }
  seeResent(): Promise<void> {
    this.setStatus({ resent: 0 })
    return Promise.resolve()
  }
  syncNow(): void {
    this.calls.syncs++
  }
  /** Of this window, and of windows that are gone. */
  drafts: Drafts = {}
  left: Drafts = {}
  keepDrafts(drafts: Drafts): Promise<void> {
    this.drafts = drafts
    return Promise.resolve()
  }
  takeDraft(place: string): Promise<DraftFields | null> {
    const { [place]: draft, ...left } = this.left
    this.left = left
    return Promise.resolve(draft ?? null)
  }
  networkChanged(): void {
    this.calls.networks++
  }
  isClosed = false

  resume(): void {
    this.setStatus({ connection: 'online' })
  }
  close(): Promise<void> {
    return Promise.resolve()
  }

  readonly #read = (entity: string, id: string): AnyRow | undefined => this.tableNamed(entity).get(id)
  #id(): string {
    this.#next++
    return `01900000-0000-7000-8000-${String(this.#next).padStart(12, '0')}`
  }
  #stamps(id = this.#id()) {
    const at = '2025-06-30T10:00:00.000Z'
    return { id, number: 1, createdAt: at, updatedAt: at, createdBy: null }
  }
}
