import type { Hints } from '../bus/bus.ts'
import type { Database } from '../db/database.ts'
import type { Afterwards } from './afterwards.ts'
import type { BatchDeps } from './batch.ts'

export interface WriteDeps extends BatchDeps {
  readonly database: Database
  readonly hints: Hints
  readonly afterwards: Afterwards
}
