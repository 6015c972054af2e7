import { readFileSync } from 'node:fs'

export const rights = ['read', 'create', 'update', 'delete'] as const
export type Right = (typeof rights)[number]

interface Cell {
  readonly rights: readonly Right[]
  readonly isOwn: boolean
}

interface TableLine {
  readonly admins: Cell
  readonly managers: Cell
  readonly investors: Cell
}

const head =
  '| records | administrators | portfolio managers | investors, with what is theirs or shown to them | notes |'

const isRight = (word: string): word is Right => (rights as readonly string[]).includes(word)

function readCell(text: string): Cell {
  const [, own, rest = ''] = /^(own: )?(.*)$/.exec(text)!
  const isOwn = own !== undefined
  if (rest === 'everything') return { rights, isOwn }
  if (rest === 'nothing' && !isOwn) return { rights: [], isOwn }
  const listed = rest.split(', ')
  const unknown = listed.filter((word) => !isRight(word))
  if (unknown.length || new Set(listed).size < listed.length) throw new Error(`Not a list of rights: "${text}"`)
  return { rights: rights.filter((right) => listed.includes(right)), isOwn }
}

export function readRights(text: string): ReadonlyMap<string, TableLine> {
  const [first, rule, ...lines] = text.split('\n').filter((line) => line.startsWith('|'))
  if (first !== head || !/^(\|---)+\|$/.test(rule ?? '')) throw new Error(`Not the head of the table: "${first}"`)
  const found = new Map<string, TableLine>()
  for (const line of lines) {
    const [, name, admins, managers, investors] =
      /^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|(?: [^|]+)? \|$/.exec(line) ?? []
    if (!name || found.has(name)) throw new Error(`Not a line of rights, or a second one: "${line}"`)
    const [a, m, i] = [admins!, managers!, investors!].map(readCell) as [Cell, Cell, Cell]
    found.set(name, { admins: a, managers: m, investors: i })
  }
  return found
}

const text = readFileSync(new URL('../../ARCHITECTURE.md', import.meta.url), 'utf8')
const [section] = text.split('## Permissions')[1]!.split('\n## ')
const lines = readRights(section!)

export const mentioned: readonly string[] = [...lines.keys()]
export const isPersonal = (entity: string): boolean => lines.get(entity)?.admins.isOwn ?? false
export const isManagersOwn = (entity: string): boolean => lines.get(entity)?.managers.isOwn ?? false
export const adminsMay = (entity: string): readonly Right[] => lines.get(entity)?.admins.rights ?? rights
export const staffMay = (entity: string): readonly Right[] => lines.get(entity)?.managers.rights ?? rights
export const investorsMay = (entity: string): readonly Right[] => lines.get(entity)?.investors.rights ?? []
