import { affectedBy, dependentsBy } from './dependents.ts'
import type { Link } from '#schema/kernel/entity.ts'
import { add, isZero, subtract } from '#schema/money/money.ts'
import type { Addition, ReadRow } from '#schema/kernel/entity-rules.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { entitiesWithRules, type ReadAny, rulesOf } from '#schema/rules.ts'

export interface Rows {
  readonly get: ReadAny
  readonly where: (link: Link, id: string) => Iterable<Values>
}

const addingEntities = dependentsBy(entitiesWithRules.map((name) => [name, rulesOf(name).addsBy]))

/** Links to rows whose additions change with this row, such as a project's new currency. */
export const recalculatedLinks = (entity: string, before: Values | null, after: Values | null): readonly Link[] =>
  before && after ? affectedBy(addingEntities.get(entity), before, after) : []

/** Null: no live row. `rows` contains the new state. */
export function sumMoves(entity: string, before: Values | null, after: Values | null, rows: Rows): Addition[] {
  const links = recalculatedLinks(entity, before, after)
  if (!rulesOf(entity).adds && !links.length) return []
  const moves = new Map<string, Addition>()
  const move = (added: readonly Addition[], sign: typeof add) => {
    for (const each of added) {
      const key = `${each.id} ${each.field}`
      moves.set(key, { ...each, by: sign(moves.get(key)?.by ?? '0', each.by) })
    }
  }
  const additions = (name: string, row: Values | null, read: ReadAny) =>
    (row && rulesOf(name).adds?.(row, read as ReadRow)) ?? []
  move(additions(entity, after, rows.get), add)
  move(additions(entity, before, rows.get), subtract)
  for (const link of links) {
    const readBefore: ReadAny = (name, id) => (name === entity && id === before!['id'] ? before! : rows.get(name, id))
    for (const row of rows.where(link, after!['id'] as string)) {
      move(additions(link.entity, row, rows.get), add)
      move(additions(link.entity, row, readBefore), subtract)
    }
  }
  return [...moves.values()].filter(({ by }) => !isZero(by))
}

export const addTo = (sum: unknown, { by }: Addition): string => add((sum as string | null | undefined) ?? '0', by)
