import { type EntityName, registry, type VerbOf } from '#schema/registry.ts'
import type { Entity } from '#schema/kernel/entity.ts'
import type { Values } from '#schema/kernel/parse.ts'
import { isDeletePermitted } from '#schema/rules.ts'
import { may, mayEver, ruleOf } from '#schema/kernel/permissions.ts'
import type { Identity } from '#web/store/base/contract.ts'
import { viewerOf } from '#web/store/base/viewer-of.ts'
import { useStore } from '#web/ui/store-context.ts'

type RoleAndInvestors = Pick<Identity, 'role' | 'investorIds'>

export const identityMay = <Name extends EntityName>(
  person: RoleAndInvestors,
  entity: Name,
  verb: VerbOf<Name>,
): boolean => mayEver(registry[entity] as Entity, person, verb) && (verb !== 'create' || hasOwnInvestor(person, entity))

/** Creating in one's own investor record requires having one. */
function hasOwnInvestor(person: RoleAndInvestors, entity: EntityName): boolean {
  const rule = ruleOf(registry[entity] as Entity, person, 'create')
  if (typeof rule === 'string' || person.investorIds?.length !== 0) return true
  return rule.some((clause) => !Object.values(clause).includes('viewer.investors'))
}

export function identityMayTo<Name extends EntityName>(
  identity: Identity,
  entity: Name,
  verb: VerbOf<Name>,
  row: Values,
): boolean {
  const definition = registry[entity] as Entity
  // A new record has no owner yet; its author may edit it.
  if (row['number'] === 0 && verb === 'update') return mayEver(definition, identity, verb)
  return may(definition, viewerOf(identity), verb, row) && (verb !== 'delete' || isDeletePermitted(entity, row))
}

export const useMayAll = <Name extends EntityName>(entity: Name, verb: VerbOf<Name>): boolean =>
  ruleOf(registry[entity] as Entity, useStore().identity, verb) === 'everything'

export const useMay = <Name extends EntityName>(entity: Name, verb: VerbOf<Name>): boolean =>
  identityMay(useStore().identity, entity, verb)
