import type { EntityTable, Touched } from './entity-table.ts'

export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, Touched>): void
  readAnew(): void
  notify(): void
}

export interface TablesByName {
  of(entity: string): EntityTable
}
