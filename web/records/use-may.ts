import { type EntityName, registry } from '#schema/registry.ts'
import type { Entity, Verb } from '#schema/entity.ts'
import { mayEver, ruleOf } from '#schema/viewer.ts'
import type { Identity } from '#web/store/contract.ts'
import { useStore } from '#web/ui/store-context.ts'

/** Whether this person's role may do this with any record of the entity; the server decides about each record. */
export const identityMay = ({ role }: Pick<Identity, 'role'>, entity: EntityName, verb: Verb): boolean =>
  mayEver(registry[entity] as Entity, { role }, verb)

/** Whether the role may do it with every record, not only with its own. */
export const useMayAll = (entity: EntityName, verb: Verb): boolean =>
  ruleOf(registry[entity] as Entity, useStore().identity, verb) === 'everything'

export const useMay = (entity: EntityName, verb: Verb): boolean => identityMay(useStore().identity, entity, verb)
