import type { Stage } from './stage.ts'
import type { Line } from './table.ts'

export interface Bench {
  /** What is run: rows, rounds, conditions. */
  readonly says: string
  run(stage: Stage): Promise<Line[]>
}
