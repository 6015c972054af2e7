import type { Stage } from '../stage/stage.ts'
import type { Line } from '../stage/table.ts'

export interface Bench {
  readonly conditions: string
  run(stage: Stage): Promise<Line[]>
}
