// Each check looks at one thing that the server needs.
import type { Sql } from 'postgres'
import type { Config } from '#server/config.ts'
import type { Statements } from '#server/db/connect/directory.ts'

export type Level = 'ok' | 'warning' | 'problem'

export interface Finding {
  readonly level: Level
  readonly text: string
}

export const ok = (text: string): Finding => ({ level: 'ok', text })
export const warning = (text: string): Finding => ({ level: 'warning', text })
export const problem = (text: string): Finding => ({ level: 'problem', text })

export interface DoctorContext {
  readonly config: Config
  readonly env: Readonly<Record<string, string | undefined>>
  /** The database's owner. */
  readonly ownerUrl: string
  readonly isDatabaseReachable: boolean
  /** Statements of the directory run as its owner. */
  readonly sql: Sql & Statements
  readonly mailTo: string | undefined
}

export interface Check {
  readonly name: string
  readonly needsDatabase: boolean
  /** What it finds in order of importance; the worst level counts. An error becomes a problem with its message. */
  run(context: DoctorContext): Promise<Finding | readonly Finding[]>
}
