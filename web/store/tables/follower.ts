import type { EntityTable, Touched } from './entity-table.ts'

/** A view: follows some tables, and calls its own listeners after all tables have changed. */
export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, Touched>): void
  readAnew(): void
  tell(): void
}

export interface TablesByName {
  of(entity: string): EntityTable
}
