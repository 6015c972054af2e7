import { fieldsOf, isUuid } from '#schema/sync/protocol.ts'
import { type Entity, referenceFields } from '#schema/kernel/entity.ts'
import { entityNamed } from '#schema/registry.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { rulesOf } from '#schema/rules.ts'
import type { Following } from './follow.ts'
import { serverRulesOf } from '#server/records/rows/entity-rules.ts'
import type { Submitted } from './outcome.ts'

export async function prefetch({ set, rules }: Following, submitted: readonly Submitted[]): Promise<void> {
  const wanted = new Map<string, string[]>()
  const want = (entity: string, id: unknown) => {
    if (typeof id === 'string' && isUuid(id)) wanted.set(entity, [...(wanted.get(entity) ?? []), id])
  }
  const wantReferences = (entity: Entity, values: Values) => {
    for (const { field, to } of referenceFields(entity)) want(to, values[field])
  }
  const load = async () => {
    for (const [entity, ids] of wanted) await set.load(entityNamed(entity)!, ids)
  }
  const written = new Set<Entity>()
  for (const each of submitted) {
    if (!('ops' in each)) continue
    for (const op of each.ops) {
      const entity = entityNamed(op.entity)
      if (!entity || entity.home !== 'tenant') continue
      written.add(entity)
      want(entity.name, op.id)
      wantReferences(entity, fieldsOf(op))
    }
  }
  await load()
  for (const entity of written) {
    if (rulesOf(entity.name).adds)
      for (const id of wanted.get(entity.name) ?? []) wantReferences(entity, set.peek(entity.name, id) ?? {})
  }
  await load()
  for (const { name } of written) await serverRulesOf(rules, name).prefetch?.(set, (entity) => wanted.get(entity) ?? [])
}
