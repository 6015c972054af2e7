import type { Entity, Verb } from '#schema/kernel/entity.ts'
import type { EntityName, CustomVerbOf, registry } from '#schema/registry.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { isStaff, mayEver } from '#schema/kernel/viewer.ts'

/** For roles that may ever use the verb; each row is decided separately. */
type Right =
  | { readonly may: Verb; readonly entity: Entity }
  | { [Name in EntityName]: { readonly may: CustomVerbOf<Name>; readonly entity: (typeof registry)[Name] } }[EntityName]

export type Who = 'anybody' | 'person' | 'staff' | 'admin' | Right

export type SomeRoles = Exclude<Who, 'anybody' | 'person'>

export function isAmong(who: Who, viewer: { readonly role: Role }): boolean {
  if (who === 'anybody' || who === 'person') return true
  if (who === 'staff') return isStaff(viewer)
  if (who === 'admin') return viewer.role === 'ADMIN'
  return mayEver(who.entity, viewer, who.may)
}
