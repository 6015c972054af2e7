import { changes } from './changes.ts'
import { coldOpen } from './cold-open.ts'
import { commit } from './commit.ts'
import { feed } from './feed.ts'
import { firstSync } from './first-sync.ts'
import { firstVisit } from './first-visit.ts'
import { heap } from './heap.ts'
import { lists } from './lists.ts'
import { memory } from './memory.ts'
import { send } from './send.ts'
import type { Stage } from './stage.ts'
import type { Line } from './table.ts'
import { visible } from './visible.ts'

export interface Bench {
  /** What is run: rows, rounds, conditions. */
  readonly says: string
  run(stage: Stage): Promise<Line[]>
}

export const benches = {
  'first-visit': firstVisit,
  'first-sync': firstSync,
  'cold-open': coldOpen,
  commit,
  heap,
  lists,
  send,
  feed,
  changes,
  visible,
  memory,
} satisfies Record<string, Bench>

export type BenchName = keyof typeof benches
