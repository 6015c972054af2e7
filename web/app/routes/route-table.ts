import {
  IconArrowsExchange,
  IconBuilding,
  IconBuildingSkyscraper,
  IconCalendarDue,
  IconChartPie,
  IconCoins,
  IconDevices,
  IconFileImport,
  IconFileInvoice,
  IconFileText,
  IconHistory,
  IconInbox,
  IconLayoutDashboard,
  IconLock,
  IconMail,
  type IconProps,
  IconReceipt2,
  IconSettings,
  IconShieldLock,
  IconTrash,
  IconUserCheck,
  IconUserShare,
  IconUsers,
  IconUsersGroup,
  IconWallet,
} from '@tabler/icons-react'
import { lazyRouteComponent } from '@tanstack/react-router'
import type { ComponentType, ReactNode } from 'react'
import type { Verb } from '#schema/kernel/entity.ts'
import { type Role, roles } from '#schema/kernel/enumerations.ts'
import type { EntityName, VerbOf } from '#schema/registry.ts'
import type { ListedEntity } from '#web/records/names/entity-texts.ts'
import type { RecordScreenProps } from '#web/records/list/record-plan.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'

export type Lazy<Props> = ((props: Props) => ReactNode) & { preload?: () => Promise<void> | undefined }

export const sectionGroups = ['people', 'firm', 'data'] as const

interface MenuEntry {
  readonly icon: ComponentType<IconProps>
  /** The key that opens it after `g`. */
  readonly key?: string
  readonly parent?: ScreenPath
  /** A button of the parent opens it instead. */
  readonly hasNoTab?: true
  readonly group?: (typeof sectionGroups)[number]
}

export interface EntityRoute extends MenuEntry {
  readonly entity: ListedEntity
  readonly needs: Verb
  /** Each record has a page below the list's address. */
  readonly hasPages?: true
  readonly screen: Lazy<RecordScreenProps>
}

type Right = { [Name in EntityName]: { readonly entity: Name; readonly needs: VerbOf<Name> } }[EntityName]

/** If an entity has access rules for its content, they decide who may see the page. */
export interface PageRoute extends MenuEntry {
  readonly path: ScreenPath
  readonly label:
    | 'dashboard'
    | 'calendar'
    | 'kycReview'
    | 'portal'
    | 'statement'
    | 'settings'
    | 'security'
    | 'accounts'
    | 'secrets'
    | 'firm'
    | 'held'
    | 'audit'
    | 'import'
    | 'trash'
  readonly allowed: readonly Role[] | Right
  /** The roles whose menu shows the page, if not all that may see it. */
  readonly menu?: readonly Role[]
  readonly screen: Lazy<object>
}

export type AppRoute = EntityRoute | PageRoute

export const appRoutes: readonly AppRoute[] = [
  {
    path: '/dashboard',
    label: 'dashboard',
    key: 'd',
    icon: IconLayoutDashboard,
    allowed: roles,
    screen: lazyRouteComponent(() => import('#web/dashboard/dashboard-screen.tsx'), 'DashboardScreen'),
  },
  {
    path: '/calendar',
    label: 'calendar',
    icon: IconCalendarDue,
    allowed: roles,
    menu: [],
    screen: lazyRouteComponent(() => import('#web/dashboard/calendar/calendar-screen.tsx'), 'CalendarScreen'),
  },
  {
    entity: 'projects',
    key: 'p',
    needs: 'create',
    hasPages: true,
    icon: IconBuildingSkyscraper,
    screen: lazyRouteComponent(() => import('#web/entities/projects/projects-screen.tsx'), 'ProjectsScreen'),
  },
  {
    entity: 'investors',
    key: 'i',
    needs: 'create',
    hasPages: true,
    icon: IconUsers,
    screen: lazyRouteComponent(() => import('#web/entities/investors/investors-screen.tsx'), 'InvestorsScreen'),
  },
  {
    path: '/kyc-review',
    label: 'kycReview',
    parent: '/investors',
    hasNoTab: true,
    icon: IconUserCheck,
    allowed: { entity: 'investors', needs: 'update' },
    menu: [],
    screen: lazyRouteComponent(() => import('#web/entities/investors/kyc/kyc-review-screen.tsx'), 'KycReviewScreen'),
  },
  {
    entity: 'investments',
    key: 'v',
    needs: 'read',
    hasPages: true,
    icon: IconCoins,
    screen: lazyRouteComponent(() => import('#web/entities/investments/investments-screen.tsx'), 'InvestmentsScreen'),
  },
  {
    path: '/investor-portal',
    label: 'portal',
    key: 'm',
    icon: IconChartPie,
    allowed: ['ADMIN', 'INVESTOR'],
    menu: ['INVESTOR'],
    screen: lazyRouteComponent(() => import('#web/investor-portal/investor-portal-route.tsx'), 'InvestorPortalRoute'),
  },
  {
    path: '/statement',
    label: 'statement',
    icon: IconFileInvoice,
    allowed: roles,
    menu: [],
    screen: lazyRouteComponent(() => import('#web/investor-portal/statement-route.tsx'), 'StatementRoute'),
  },
  {
    entity: 'documents',
    key: 'o',
    needs: 'read',
    hasPages: true,
    icon: IconFileText,
    screen: lazyRouteComponent(() => import('#web/entities/documents/documents-screen.tsx'), 'DocumentsScreen'),
  },
  {
    entity: 'referrals',
    key: 'r',
    needs: 'read',
    hasPages: true,
    icon: IconUserShare,
    screen: lazyRouteComponent(() => import('#web/entities/referrals/referrals-screen.tsx'), 'ReferralsScreen'),
  },
  {
    entity: 'commissions',
    parent: '/referrals',
    needs: 'create',
    hasPages: true,
    icon: IconReceipt2,
    screen: lazyRouteComponent(() => import('#web/entities/referrals/commissions-screen.tsx'), 'CommissionsScreen'),
  },
  {
    path: '/settings',
    label: 'settings',
    key: 's',
    icon: IconSettings,
    allowed: roles,
    screen: lazyRouteComponent(() => import('#web/settings/settings-screen.tsx'), 'SettingsScreen'),
  },
  {
    path: '/settings/security',
    parent: '/settings',
    label: 'security',
    icon: IconShieldLock,
    allowed: roles,
    screen: lazyRouteComponent(() => import('#web/entities/sessions/security-screen.tsx'), 'SecurityScreen'),
  },
  {
    path: '/settings/accounts',
    parent: '/settings',
    label: 'accounts',
    icon: IconWallet,
    allowed: { entity: 'bankAccounts', needs: 'read' },
    screen: lazyRouteComponent(
      () => import('#web/entities/financial-accounts/accounts-screen.tsx'),
      'MyAccountsScreen',
    ),
  },
  {
    entity: 'users',
    parent: '/settings',
    group: 'people',
    needs: 'read',
    icon: IconUsersGroup,
    screen: lazyRouteComponent(() => import('#web/entities/users/users-screen.tsx'), 'UsersScreen'),
  },
  {
    entity: 'userInvitations',
    parent: '/settings',
    group: 'people',
    needs: 'read',
    icon: IconMail,
    screen: lazyRouteComponent(
      () => import('#web/entities/user-invitations/user-invitations-screen.tsx'),
      'UserInvitationsScreen',
    ),
  },
  {
    entity: 'sessions',
    parent: '/settings',
    group: 'people',
    needs: 'read',
    icon: IconDevices,
    screen: lazyRouteComponent(() => import('#web/entities/sessions/sessions-screen.tsx'), 'SessionsScreen'),
  },
  {
    path: '/settings/firm',
    parent: '/settings',
    group: 'firm',
    label: 'firm',
    icon: IconBuilding,
    allowed: ['ADMIN'],
    screen: lazyRouteComponent(() => import('#web/entities/tenants/firm-screen.tsx'), 'FirmScreen'),
  },
  {
    entity: 'exchangeRates',
    parent: '/settings',
    group: 'firm',
    needs: 'create',
    icon: IconArrowsExchange,
    screen: lazyRouteComponent(
      () => import('#web/entities/exchange-rates/exchange-rates-screen.tsx'),
      'ExchangeRatesScreen',
    ),
  },
  {
    path: '/settings/secrets',
    parent: '/settings',
    group: 'firm',
    label: 'secrets',
    icon: IconLock,
    allowed: { entity: 'bankAccounts', needs: 'reveal' },
    screen: lazyRouteComponent(() => import('#web/entities/financial-accounts/accounts-screen.tsx'), 'SecretsScreen'),
  },
  {
    path: '/settings/import',
    parent: '/settings',
    group: 'data',
    label: 'import',
    icon: IconFileImport,
    allowed: ['ADMIN', 'PORTFOLIO_MANAGER'],
    screen: lazyRouteComponent(() => import('#web/import/import-screen.tsx'), 'ImportScreen'),
  },
  {
    path: '/settings/trash',
    parent: '/settings',
    group: 'data',
    label: 'trash',
    icon: IconTrash,
    allowed: ['ADMIN', 'PORTFOLIO_MANAGER'],
    screen: lazyRouteComponent(() => import('#web/trash/trash-screen.tsx'), 'TrashScreen'),
  },
  {
    path: '/settings/held-changes',
    parent: '/settings',
    group: 'data',
    label: 'held',
    icon: IconInbox,
    allowed: ['ADMIN'],
    screen: lazyRouteComponent(() => import('#web/sync-centre/held/held-changes-screen.tsx'), 'HeldChangesScreen'),
  },
  {
    path: '/settings/audit',
    parent: '/settings',
    group: 'data',
    label: 'audit',
    icon: IconHistory,
    allowed: { entity: 'auditLogs', needs: 'read' },
    screen: lazyRouteComponent(() => import('#web/entities/audit-logs/audit-screen.tsx'), 'AuditScreen'),
  },
]
