import type { Stage } from '../stage/stage.ts'
import type { Line } from '../stage/table.ts'

export interface Bench {
  readonly conditions: string
  /** A variable without which `npm run bench` leaves it out. */
  readonly needs?: string
  run(stage: Stage): Promise<Line[]>
}
