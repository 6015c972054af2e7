import { type EntityName, registry, type VerbOf } from '#schema/registry.ts'
import type { Entity } from '#schema/entity.ts'
import { mayEver, ruleOf } from '#schema/viewer.ts'
import type { Identity } from '#web/store/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

/** Whether this person's role may do this with any record of the entity; the server decides about each record. */
export const identityMay = <Name extends EntityName>(
  { role }: Pick<Identity, 'role'>,
  entity: Name,
  verb: VerbOf<Name>,
): boolean => mayEver(registry[entity] as Entity, { role }, verb)

/** Whether the role may do it with every record, not only with its own. */
export const useMayAll = <Name extends EntityName>(entity: Name, verb: VerbOf<Name>): boolean =>
  ruleOf(registry[entity] as Entity, useStore().identity, verb) === 'everything'

export const useMay = <Name extends EntityName>(entity: Name, verb: VerbOf<Name>): boolean =>
  identityMay(useStore().identity, entity, verb)
