// For the palette, the shortcuts, the help sheet and the user menu. Screens come from the route table.
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconLogout,
  IconPlus,
  type IconProps,
  IconSearch,
  IconUserCog,
} from '@tabler/icons-react'
import i18next from 'i18next'
import type { ComponentType } from 'react'
import type { Role } from '#schema/kernel/enumerations.ts'
import type { Store } from '#web/store/base/contract.ts'
import { redo, undo } from '#web/records/actions/undo.ts'
import { doneText } from '#web/records/names/action-words.tsx'
import { textOf } from '#web/records/names/entity-texts.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { identityMay } from '#web/records/data/use-may.ts'
import type { CommandGroup } from './command-groups.ts'
import { openHelp, openPalette } from './command-overlays.ts'
import { focusSearch } from './focus-search.ts'
import { maySee } from '#web/app/routes/route-access.ts'
import { type AppRoute, appRoutes, type EntityRoute, pathOfRoute } from '#web/app/routes/route-table.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'

export interface CommandContext {
  readonly store: Store
  readonly go: (to: ScreenPath, search?: RecordSearch) => void
  readonly currentRoute: AppRoute | undefined
  readonly logout: () => void
}

export interface AppCommand {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: ComponentType<IconProps>
  /** Without a context, as in the help: in general. */
  readonly label: (context?: CommandContext) => string
  /**
   * The keys that run it, in sequence: `['g', 'p']`. `mod+k` is Cmd+K on a Mac, Ctrl+K elsewhere. While someone types,
   * only `mod+k` works.
   */
  readonly keys?: readonly string[]
  /** Not listed in the help. */
  readonly otherKeys?: readonly string[]
  /** When false, the palette hides it and its keys do nothing. */
  readonly isAvailable?: (context: CommandContext) => boolean
  readonly keysAlwaysWork?: true
  /** Not listed in the palette. */
  readonly isShortcutOnly?: true
  readonly run: (context: CommandContext) => void
}

const mayCreate = (route: AppRoute, role: Role): route is EntityRoute =>
  'entity' in route && textOf(route.entity, 'createTitle') !== null && identityMay({ role }, route.entity, 'create')

const screenCommand = (route: AppRoute): AppCommand => ({
  id: `screen ${pathOfRoute(route)}`,
  group: 'screens',
  icon: route.icon,
  label: () => routeLabel(route),
  ...(route.key !== undefined && { keys: ['g', route.key] }),
  run: ({ go }) => go(pathOfRoute(route)),
})

const createDialog = { dialog: 'create' } as RecordSearch

const createCommand = (route: EntityRoute): AppCommand => ({
  id: `create ${route.entity}`,
  group: 'create',
  icon: IconPlus,
  label: () => textOf(route.entity, 'create') ?? '',
  run: ({ go }) => go(pathOfRoute(route), createDialog),
})

const generalCommands = (role: Role): readonly AppCommand[] => [
  {
    id: 'palette',
    group: 'actions',
    icon: IconSearch,
    label: () => i18next.t('shell:command.palette'),
    keys: ['mod+k'],
    isShortcutOnly: true,
    run: openPalette,
  },
  {
    id: 'search',
    group: 'actions',
    icon: IconSearch,
    label: () => i18next.t('shell:command.search'),
    keys: ['/'],
    isShortcutOnly: true,
    // A screen without its own search opens the search of all records.
    run: () => focusSearch() || openPalette(),
  },
  {
    id: 'new',
    group: 'create',
    icon: IconPlus,
    label: () => i18next.t('shell:command.new'),
    keys: ['n'],
    isShortcutOnly: true,
    isAvailable: ({ currentRoute }) =>
      currentRoute !== undefined && mayCreate(currentRoute, role) && maySee(currentRoute, role),
    run: ({ go, currentRoute }) => go(pathOfRoute(currentRoute!), createDialog),
  },
  {
    id: 'undo',
    group: 'actions',
    icon: IconArrowBackUp,
    label: (context) => {
      const last = context?.store.undo.last
      return last
        ? i18next.t('shell:command.undoOf', { what: doneText(context.store, last) })
        : i18next.t('shell:command.undo')
    },
    keys: ['mod+z'],
    isAvailable: ({ store }) => Boolean(store.undo.last?.inverse),
    keysAlwaysWork: true,
    run: ({ store }) => void undo(store),
  },
  {
    id: 'redo',
    group: 'actions',
    icon: IconArrowForwardUp,
    label: () => i18next.t('shell:command.redo'),
    keys: ['mod+shift+z'],
    otherKeys: ['mod+y'],
    isAvailable: ({ store }) => Boolean(store.undo.lastUndone?.inverse),
    keysAlwaysWork: true,
    run: ({ store }) => void redo(store),
  },
  {
    id: 'help',
    group: 'actions',
    icon: IconKeyboard,
    label: () => i18next.t('shell:command.help'),
    keys: ['?'],
    run: openHelp,
  },
  {
    id: 'profile',
    group: 'actions',
    icon: IconUserCog,
    label: () => i18next.t('shell:profileSettings'),
    run: ({ go }) => go('/settings'),
  },
  {
    id: 'logout',
    group: 'actions',
    icon: IconLogout,
    label: () => i18next.t('shell:logout'),
    run: ({ logout }) => logout(),
  },
]

const cache = new Map<Role, readonly AppCommand[]>()

export function commandsOf(role: Role): readonly AppCommand[] {
  const cached = cache.get(role)
  if (cached) return cached
  const visibleRoutes = appRoutes.filter((route) => maySee(route, role))
  const commands = [
    ...visibleRoutes.filter((route) => mayCreate(route, role)).map(createCommand),
    ...visibleRoutes.map(screenCommand),
    ...generalCommands(role),
  ]
  cache.set(role, commands)
  return commands
}

export const commandNamed = (role: Role, id: string): AppCommand => commandsOf(role).find((each) => each.id === id)!
