import { Link, type LinkComponentProps } from '@tanstack/react-router'
import { pathOf } from '#schema/kernel/entity.ts'
import { registry } from '#schema/registry.ts'
import type { ListedEntity } from './entity-texts.ts'
import type { RecordSearch } from './record-search.ts'

/** `cashFlows` -> `cash-flows`, like `pathOf`. */
type KebabCase<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${Lowercase<First>}${Rest extends Uncapitalize<Rest> ? '' : '-'}${KebabCase<Rest>}`
  : Name

const settingsPaths = {
  users: '/settings/users',
  userInvitations: '/settings/invitations',
  sessions: '/settings/devices',
  exchangeRates: '/settings/exchange-rates',
} as const satisfies { readonly [Name in ListedEntity]?: `/settings/${string}` }

type SettingsPaths = typeof settingsPaths
type CustomScreen = Exclude<ListedEntity, keyof SettingsPaths>

/** Most record screens use the path of their REST routes. */
export type ScreenPath =
  | `/${KebabCase<CustomScreen>}`
  | SettingsPaths[keyof SettingsPaths]
  | '/dashboard'
  | '/calendar'
  | '/kyc-review'
  | '/investor-portal'
  | '/statement'
  | '/settings'
  | '/settings/security'
  | '/settings/accounts'
  | '/settings/secrets'
  | '/settings/firm'
  | '/settings/held-changes'
  | '/settings/audit'
  | '/settings/import'
  | '/settings/trash'

export const screenPath = (entity: ListedEntity): ScreenPath =>
  entity in settingsPaths
    ? settingsPaths[entity as keyof SettingsPaths]
    : (`/${pathOf(registry[entity])}` as ScreenPath)

export type RecordPath = '/projects/$id' | '/view/documents/$id' | '/view/referral-attachments/$id'

export const recordPath = (entity: 'projects'): RecordPath => `${screenPath(entity)}/$id` as RecordPath

interface ScreenLinkProps extends Omit<LinkComponentProps, 'to' | 'search'> {
  readonly to: ScreenPath
  readonly search?: RecordSearch
}

export const ScreenLink = ({ to, search, ...props }: ScreenLinkProps) => (
  <Link {...(props as object)} to={to} {...(search && { search: search })} />
)
