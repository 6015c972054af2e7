// Every screen in one row: who may see it, what it is called, where it stands in the menu. The guard and the sidebar
// read the same row.
import {
  IconBuildingSkyscraper,
  IconChartPie,
  IconCoins,
  IconFileText,
  IconLayoutDashboard,
  type IconProps,
  IconSettings,
  IconUserShare,
  IconUsers,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import { type Role, roles } from '#schema/enumerations.ts'

export type RoutePath =
  | '/dashboard'
  | '/projects'
  | '/investors'
  | '/investments'
  | '/investor-portal'
  | '/documents'
  | '/referrals'
  | '/settings'

export interface AppRoute {
  readonly path: RoutePath
  readonly label:
    | 'dashboard'
    | 'projects'
    | 'investors'
    | 'investments'
    | 'portal'
    | 'documents'
    | 'referrals'
    | 'settings'
  readonly icon: ComponentType<IconProps>
  readonly roles: readonly Role[]
  /** Whose menu shows it, where that is not everybody who may see it. */
  readonly menu?: readonly Role[]
  readonly denied?: 'accessDeniedReferrals'
}

const staff: readonly Role[] = ['ADMIN', 'PORTFOLIO_MANAGER']

export const appRoutes: readonly AppRoute[] = [
  { path: '/dashboard', label: 'dashboard', icon: IconLayoutDashboard, roles },
  { path: '/projects', label: 'projects', icon: IconBuildingSkyscraper, roles: staff },
  { path: '/investors', label: 'investors', icon: IconUsers, roles: staff },
  { path: '/investments', label: 'investments', icon: IconCoins, roles },
  { path: '/investor-portal', label: 'portal', icon: IconChartPie, roles: ['ADMIN', 'INVESTOR'], menu: ['INVESTOR'] },
  { path: '/documents', label: 'documents', icon: IconFileText, roles },
  { path: '/referrals', label: 'referrals', icon: IconUserShare, roles: staff, denied: 'accessDeniedReferrals' },
  { path: '/settings', label: 'settings', icon: IconSettings, roles },
]

/** The row of an address; `/` is the dashboard. */
export function routeAt(pathname: string): AppRoute | undefined {
  const path = pathname.length > 1 ? pathname.replace(/\/$/, '') : '/dashboard'
  return appRoutes.find((route) => route.path === path)
}

export const menuOf = (role: Role): readonly AppRoute[] =>
  appRoutes.filter((route) => (route.menu ?? route.roles).includes(role))
