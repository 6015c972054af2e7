import type { EntityTable, Touched } from './entity-table.ts'

/** Follows some tables, and notifies its own listeners after all tables have changed. */
export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, Touched>): void
  readAnew(): void
  notify(): void
}

export interface TablesByName {
  of(entity: string): EntityTable
}
