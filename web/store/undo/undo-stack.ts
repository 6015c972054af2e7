// Undo adds the inverse as a change, because another tab may already have sent the original (SEND9).
import { rowsNamedIn } from '#schema/records/change.ts'
import { type Operation, withRows } from '#schema/sync/protocol.ts'
import { entityNamed } from '#schema/registry.ts'
import { verbNamed } from '#schema/verbs.ts'
import type { CommitResult } from '#web/store/base/command.ts'
import type { DoneAction, UndoHistory } from '#web/store/base/undo.ts'
import type { NewChange } from '#web/store/base/new-change.ts'
import type { ShownRows } from '#web/store/core/shown-rows.ts'
import type { Outbox } from '#web/store/outbox/outbox.ts'
import { namesOf } from '#web/store/outbox/referenced-records.ts'
import type { Inverse } from './inverse.ts'

interface Action extends DoneAction {
  readonly back: NewChange | null
  readonly again: NewChange | null
}

interface UndoDeps {
  readonly outbox: Pick<Outbox, 'find'>
  readonly rows: ShownRows
  readonly commit: (change: NewChange) => Promise<string>
}

const maxActions = 100
const notPossible: CommitResult = { ok: false, issues: { '': { key: 'state' } } }

export class UndoStack implements UndoHistory {
  readonly #deps: UndoDeps
  readonly #done: Action[] = []
  readonly #undone: Action[] = []
  /** An undo begins when the commits before it have ended. */
  #running: Promise<unknown> = Promise.resolve()

  constructor(deps: UndoDeps) {
    this.#deps = deps
  }

  get last(): DoneAction | null {
    return this.#current(this.#done).at(-1) ?? null
  }

  get lastUndone(): DoneAction | null {
    return this.#current(this.#undone).at(-1) ?? null
  }

  find(changeId: string): DoneAction | undefined {
    return this.#current(this.#done).find((each) => each.changeId === changeId)
  }

  /** Waits for it before the next undo. */
  track<T>(commit: Promise<T>): Promise<T> {
    this.#running = Promise.allSettled([this.#running, commit])
    return commit
  }

  /** A change that only notes that something was seen is not an action. */
  add(changeId: string, ops: readonly Operation[], inverse: Inverse | null): void {
    if (ops.every(isNote)) return
    const { back = null, again = null } = inverse ?? {}
    this.#push({ changeId, ops, inverse: back?.ops ?? null, back, again, names: this.#namesOf(changeId) })
  }

  addFinal(): void {
    this.#push({ changeId: '', ops: [], inverse: null, back: null, again: null, names: {} })
  }

  undo(action?: DoneAction): Promise<CommitResult> {
    return this.#inTurn(() => this.#reverse(action ?? this.last, this.#done, this.#undone))
  }

  redo(): Promise<CommitResult> {
    return this.#inTurn(() => this.#reverse(this.lastUndone, this.#undone, this.#done))
  }

  #inTurn(work: () => Promise<CommitResult>): Promise<CommitResult> {
    return this.track(this.#running.then(work))
  }

  async #reverse(wanted: DoneAction | null, from: Action[], to: Action[]): Promise<CommitResult> {
    const action = this.#current(from).find((each) => each === wanted)
    if (!action?.back || this.#isBuiltUpon(action, from)) return notPossible
    const { back, again } = action
    const ops = back.ops.map((operation) => this.#asMade(operation, action))
    if (!this.#isPossible(ops)) {
      remove(from, action)
      return notPossible
    }
    const changeId = await this.#deps.commit({ ops, shown: back.shown })
    remove(from, action)
    const names = { ...action.names, ...this.#namesOf(changeId) }
    to.push({ changeId, ops, inverse: again?.ops ?? null, back: again, again: back, names })
    return { ok: true, changeId, id: ops[0]!.id }
  }

  #push(action: Action): void {
    this.#done.push(action)
    if (this.#done.length > maxActions) this.#done.shift()
    this.#undone.length = 0
  }

  /** What was refused or discarded waits for the person elsewhere. */
  #current(actions: Action[]): readonly Action[] {
    const { outbox, rows } = this.#deps
    const isRefused = ({ changeId }: Action) => {
      const entry = outbox.find(changeId)
      return entry !== undefined && ['attention', 'discarded'].includes(rows.stateOf(entry))
    }
    for (const action of actions.filter(isRefused)) remove(actions, action)
    return actions
  }

  #isBuiltUpon(action: Action, actions: readonly Action[]): boolean {
    const rows = new Set(action.ops.map(({ id }) => id))
    const later = actions.slice(actions.indexOf(action) + 1)
    return later.some(({ ops }) => ops.flatMap(rowsNamedIn).some((id) => rows.has(id)))
  }

  /** The server may have completed values in another way than this device had expected. */
  #asMade(operation: Operation, { changeId }: Action): Operation {
    if (operation.op !== 'update' && operation.op !== 'delete') return operation
    const { outbox, rows } = this.#deps
    const { entity, id, base = {} } = operation
    const row = rows.tables.serverRow(entity, id)
    if (!row) return operation
    const isLastWrite = outbox.find(changeId)?.verdict?.number === row.number
    const made = Object.entries(base).map(([field, value]) => [
      field,
      isLastWrite && field !== withRows ? (row[field] ?? null) : value,
    ])
    return { ...operation, base: Object.fromEntries(made), seen: row.number }
  }

  #isPossible(ops: readonly Operation[]): boolean {
    const { tables } = this.#deps.rows
    return ops.every((operation, index) => {
      const isRestoredBefore = ops.slice(0, index).some(({ op, id }) => op === 'restore' && id === operation.id)
      const row = tables.of(operation.entity).get(operation.id)
      if (operation.op === 'restore') return !row
      if (!row) return isRestoredBefore
      return operation.op !== 'act' || (verbNamed(operation)?.appliesTo?.(row as never) ?? true)
    })
  }

  #namesOf(changeId: string): DoneAction['names'] {
    return namesOf(this.#deps.outbox.find(changeId)?.records ?? {})
  }
}

const remove = (actions: Action[], action: Action): void => void actions.splice(actions.indexOf(action), 1)

const isNote = (operation: Operation): boolean =>
  operation.op === 'update' &&
  Object.keys(operation.fields).every((field) => entityNamed(operation.entity)?.firstWriteWins.includes(field))
