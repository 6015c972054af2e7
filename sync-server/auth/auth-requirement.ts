import type { Entity, Verb } from '#schema/kernel/entity.ts'
import type { EntityName, CustomVerbOf, registry } from '#schema/registry.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { mayEver } from '#schema/kernel/permissions.ts'
import { isStaff } from '#schema/kernel/viewer.ts'

/** For roles that may ever use the verb; each row is decided separately. */
type Right =
  | { readonly may: Verb; readonly entity: Entity }
  | { [Name in EntityName]: { readonly may: CustomVerbOf<Name>; readonly entity: (typeof registry)[Name] } }[EntityName]

export type AuthRequirement = 'anybody' | 'person' | 'staff' | 'admin' | Right

export type RoleRequirement = Exclude<AuthRequirement, 'anybody' | 'person'>

export function isAuthorized(requirement: AuthRequirement, viewer: { readonly role: Role }): boolean {
  if (requirement === 'anybody' || requirement === 'person') return true
  if (requirement === 'staff') return isStaff(viewer)
  if (requirement === 'admin') return viewer.role === 'ADMIN'
  return mayEver(requirement.entity, viewer, requirement.may)
}
