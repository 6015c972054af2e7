import type { EntityTable, Touched } from './entity-table.ts'

/** A view: follows some tables and tells its own listeners after all of them. */
export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, Touched>): void
  readAnew(): void
  tell(): void
}

export interface TablesByName {
  of(entity: string): EntityTable
}
