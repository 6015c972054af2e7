// A migration changes who reads what; nodes of both versions run side by side while devices update.
import { entitiesNarrowedFor, newScopes, namesText, type ReadableNames } from '#schema/records/readable-names.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { limits } from '#schema/sync/protocol.ts'
import { addMissingCheckpointHashes } from '#server/db/checkpoint-hashes.ts'
import { withdrawActivities } from '../../db-generate/next-names.ts'
import type { Backend, Node } from '../server/backend.ts'
import type { Device } from '../device/device.ts'
import { createDice, type Dice } from '../dice.ts'
import type { Firm } from '../server/firm.ts'
import { hideFromRows } from '../oracle/projection.ts'
import { assert } from '../oracle/violation.ts'
import { type Program, programOf } from './programs.ts'

export interface Filled {
  readonly number: number
  readonly ids: readonly string[]
  readonly value: string
}

interface DecidedChange {
  readonly id: string
  readonly code?: string
  readonly issues?: Readonly<Record<string, { readonly key: string }>>
}

const nodes = new WeakMap<Backend, Map<string, Node>>()

export class Release {
  readonly #backend: Backend
  readonly #dice: Dice
  readonly #ownApp: Backend['app']
  readonly from: Program
  readonly to: Program
  #running: Node[]
  isMigrated = false
  filled: Filled | undefined

  static async begin(backend: Backend, seed: number): Promise<Release> {
    const pair = seed % 2 ? (['older', 'present'] as const) : (['present', 'newer'] as const)
    const [from, to] = await Promise.all(pair.map(programOf))
    const release = new Release(backend, seed, from!, to!)
    const { sql } = backend
    await sql`delete from readable_names`
    await sql`insert into readable_names (ordinal, begins, narrows, names) values (1, ${['ADMIN', 'PORTFOLIO_MANAGER', 'INVESTOR']}, ${[]}, ${namesText(from!.names)}::text::json)`
    return release
  }

  constructor(backend: Backend, seed: number, from: Program, to: Program) {
    this.#backend = backend
    this.#dice = createDice(seed * 53 + 11)
    this.from = from
    this.to = to
    this.#running = [this.#node(from)]
    this.#ownApp = backend.app
    backend.app = { request: (...given) => this.#dice.pick(this.#running).app.request(...given) }
    hideFromRows(unreadableIn(from.names))
  }

  /** The update only adds. */
  get isGrowth(): boolean {
    return this.from.name === 'older'
  }

  get withdrawn(): readonly string[] {
    return this.isMigrated ? entitiesNarrowedFor('INVESTOR', this.from.names, this.to.names) : []
  }

  #node(program: Program): Node {
    const known = nodes.get(this.#backend) ?? new Map<string, Node>()
    nodes.set(this.#backend, known)
    const node = known.get(program.name) ?? this.#backend.startNode(program)
    known.set(program.name, node)
    return node
  }

  begins(device: Device): void {
    device.program = this.from
    this.#copyLimits()
  }

  async migrate({ tenantId }: Firm): Promise<string | undefined> {
    if (this.isMigrated) return undefined
    this.isMigrated = true
    const { sql } = this.#backend
    const { begins, narrows } = newScopes(this.from.names, this.to.names)
    await sql.begin(async (tx) => {
      await tx`insert into readable_names (ordinal, begins, narrows, names) values (2, ${[...begins]}, ${[...narrows]}, ${namesText(this.to.names)}::text::json)`
      for (const statement of withdrawActivities(this.withdrawn)) await tx.unsafe(statement)
      if (!this.isGrowth) return
      const [counter] = await tx<{ n: string }[]>`
        select n from tenant_numbers where tenant_id = ${tenantId} for update`
      const number = Number(counter!.n) + 1
      const value = 'Filled by a migration'
      const rows = await tx<{ id: string }[]>`
        update projects set location = ${value}, n = ${number}
        where tenant_id = ${tenantId} and deleted_at is null and id in (select id from projects where tenant_id = ${tenantId} order by id limit 1)
        returning id`
      if (!rows.length) return
      await tx`update tenant_numbers set n = ${number} where tenant_id = ${tenantId}`
      this.filled = { number, ids: rows.map(({ id }) => id), value }
    })
    await addMissingCheckpointHashes(sql)
    this.#running = [this.#node(this.from), this.#node(this.to)]
    hideFromRows(unreadableIn(this.to.names))
    return `a node of the ${this.to.name} version starts beside the ${this.from.name} one`
  }

  narrowings(role: Role): number {
    return this.isMigrated && newScopes(this.from.names, this.to.names).narrows.includes(role) ? 1 : 0
  }

  /** The older node does not know the field. */
  isBeyondOlder(text: string): boolean {
    return this.isMigrated && this.isGrowth && /"(location|phone|kycStatus)":/.test(text)
  }

  /** Left to the newer node, because other people read it there. */
  #isReadOtherwise(text: string): boolean {
    return this.isMigrated && !this.isGrowth && /"entity":"valuations"|"phone":/.test(text)
  }

  /** GROW9: the older node does not decide an action that writes rows it does not name. */
  #isActBeyondOlder(text: string): boolean {
    return this.isMigrated && this.isGrowth && text.includes('"op":"act"')
  }

  /** GROW8, GROW9: a node neither decides nor rejects what it does not know. */
  checkVerdicts(body: string, results: readonly DecidedChange[]): void {
    const { changes } = JSON.parse(body) as {
      changes: readonly { readonly id: string; readonly ops: readonly object[] }[]
    }
    for (const { id, code, issues } of results) {
      const { ops } = changes.find((each) => each.id === id)!
      const isLeft = this.isBeyondOlder(body) || this.#isReadOtherwise(body) || this.#isActBeyondOlder(body)
      assert(code !== 'NEWER' || isLeft, () => `The change ${id} is not newer than anything`)
      assert(
        code !== 'VALIDATION' || ops.length > 1 || !this.isBeyondOlder(JSON.stringify(ops)),
        () => `GROW8: a node rejects what it does not know: ${JSON.stringify(ops)}`,
      )
      const issue = issues?.['entity']?.key
      assert(
        issue !== 'missing' || !this.#isActBeyondOlder(JSON.stringify(ops)),
        () => `GROW9: a node rejects a verb that it does not know: ${JSON.stringify(ops)}`,
      )
    }
  }

  retire(): void {
    const [older, newer] = this.#running
    if (!newer) return
    older!.streams.closeAll()
    this.#running = [newer]
  }

  close(): void {
    for (const { streams } of this.#running) streams.closeAll()
    this.#backend.app = this.#ownApp
    hideFromRows(() => false)
    this.#copyLimits()
  }

  #copyLimits(): void {
    for (const program of [this.from, this.to]) Object.assign(program.limits, limits)
  }
}

const unreadableIn =
  (names: ReadableNames) =>
  (entity: string, field: string, role: Role): boolean => {
    const readable = names[entity]!
    if (field === 'id') return readable.rows[role] === 'nothing'
    const readers = readable.fields[field]?.split(' ')[0] ?? (isStamp(field) ? 'all' : 'nobody')
    return readers !== 'all' && readers !== (role === 'INVESTOR' ? 'investor' : 'staff')
  }

const isStamp = (field: string): boolean => ['number', 'createdAt', 'updatedAt', 'createdBy'].includes(field)
