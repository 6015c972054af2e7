import type { ShownRow } from '#schema/kernel/verb.ts'
import type { Operation } from '#schema/sync/protocol.ts'

export interface NewChange {
  readonly ops: readonly Operation[]
  readonly shown?: readonly ShownRow[] | null | undefined
}
