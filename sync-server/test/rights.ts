// Who may do what with the records of each entity, as the table in ARCHITECTURE.md says: people wrote it, so it does not
// follow from the code. An entity that it does not mention is for staff alone, who may do everything with it.
import { readFileSync } from 'node:fs'

const rights = ['read', 'create', 'update', 'delete'] as const
export type Right = (typeof rights)[number]

interface Line {
  readonly staff: readonly Right[]
  readonly investors: readonly Right[]
  /** Each person has records of their own, whatever the role. */
  readonly isPersonal: boolean
}

const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const [, section = ''] = text.split('## Who may what')

function rightsIn(cell: string): readonly Right[] {
  if (cell.includes('everything')) return rights
  return rights.filter((right) => cell.includes(right))
}

const lines: ReadonlyMap<string, Line> = new Map(
  [...section.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, name, staff, investors]) => [
    name!,
    { staff: rightsIn(staff!), investors: rightsIn(investors!), isPersonal: staff!.includes('their own') },
  ]),
)

export const mentioned: readonly string[] = [...lines.keys()]
export const isPersonal = (entity: string): boolean => lines.get(entity)?.isPersonal ?? false
/** On the firm's records, or on their own where people have records of their own. */
export const staffMay = (entity: string): readonly Right[] => lines.get(entity)?.staff ?? rights
/** On a record of their own, or one that is shown to them. */
export const investorsMay = (entity: string): readonly Right[] => lines.get(entity)?.investors ?? []
