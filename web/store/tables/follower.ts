import type { EntityTable, ChangedIds } from './entity-table.ts'

export interface Follower {
  readonly entities: ReadonlySet<string>
  follow(touched: ReadonlyMap<string, ChangedIds>): void
  reload(): void
  notify(): void
}

export interface TablesByName {
  of(entity: string): EntityTable
}
