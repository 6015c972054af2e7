// Who may do what with the records of each entity, as the table in ARCHITECTURE.md says: people wrote it, so it does not
// follow from the code. An entity that it does not mention is for staff alone, who may do everything with it.
import { readFileSync } from 'node:fs'

export const rights = ['read', 'create', 'update', 'delete'] as const
export type Right = (typeof rights)[number]

interface Line {
  readonly admins: readonly Right[]
  readonly managers: readonly Right[]
  readonly investors: readonly Right[]
  /** Each person has records of their own, whatever the role. */
  readonly isPersonal: boolean
  /** Portfolio managers have records of their own. */
  readonly isManagersOwn: boolean
}

const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const [section] = text.split('## Who may what')[1]!.split('\n## ')

function rightsIn(cell: string): readonly Right[] {
  if (cell.includes('everything')) return rights
  return rights.filter((right) => cell.includes(right))
}

const lines: ReadonlyMap<string, Line> = new Map(
  [...section!.matchAll(/^\| `(\w+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, name, staff, investors]) => [
    name!,
    {
      admins: rightsIn(staff!),
      managers: staff!.startsWith('administrators:') ? [] : rightsIn(staff!),
      investors: rightsIn(investors!),
      isPersonal: staff!.startsWith('their own'),
      isManagersOwn: staff!.includes('administrators those of all, others their own'),
    },
  ]),
)

export const mentioned: readonly string[] = [...lines.keys()]
export const isPersonal = (entity: string): boolean => lines.get(entity)?.isPersonal ?? false
export const isManagersOwn = (entity: string): boolean => lines.get(entity)?.isManagersOwn ?? false
/** As staff may, or more. */
export const adminsMay = (entity: string): readonly Right[] => lines.get(entity)?.admins ?? rights
/** On the firm's records, or on their own where people have records of their own. */
export const staffMay = (entity: string): readonly Right[] => lines.get(entity)?.managers ?? rights
/** On a record of their own, or one that is shown to them. */
export const investorsMay = (entity: string): readonly Right[] => lines.get(entity)?.investors ?? []
