// The one table of what a person can do from anywhere: the palette, the shortcuts, their help sheet and the user menu
// all draw it. Screens and create actions come from the route table, whatever else there is has a line here.
import {
  IconArrowBackUp,
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
import { textOf } from '#web/records/names/entity-texts.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { identityMay } from '#web/records/data/use-may.ts'
import { toast } from '#web/ui/overlay/toasts/toast.ts'
import { lastUndoable, undo, useUndoable } from '#web/ui/overlay/toasts/undo.ts'
import type { CommandGroup } from './command-groups.ts'
import { openHelp, openPalette } from './command-overlays.ts'
import { focusSearch } from './focus-search.ts'
import { type AppRoute, appRoutes, type EntityRoute, maySee, pathOfRoute } from '#web/app/routes/route-table.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'

/** What a command can reach when it runs. */
export interface CommandReach {
  readonly go: (to: ScreenPath, search?: RecordSearch) => void
  /** The screen that is shown; undefined where nothing is. */
  readonly here: AppRoute | undefined
  readonly logout: () => void
}

export interface AppCommand {
  readonly id: string
  readonly group: CommandGroup
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  /**
   * The keys that run it, one after the other: `['g', 'p']`. `mod+k` is Cmd and K on a Mac, Ctrl and K elsewhere. No key
   * works while somebody types, except `mod+k`.
   */
  readonly keys?: readonly string[]
  /** Where it is false, there is nothing to do: the palette does not offer it, and its keys do nothing. */
  readonly isOffered?: (reach: CommandReach) => boolean
  /** Its keys run it also while it is not offered. */
  readonly hasKeysAlways?: true
  /** Only its keys run it: it would be of no use in the palette. */
  readonly isKeysOnly?: true
  readonly run: (reach: CommandReach) => void
}

const mayCreate = (route: AppRoute, role: Role): route is EntityRoute =>
  'entity' in route && textOf(route.entity, 'createTitle') !== null && identityMay({ role }, route.entity, 'create')

const opensScreen = (route: AppRoute): AppCommand => ({
  id: `screen ${pathOfRoute(route)}`,
  group: 'screens',
  icon: route.icon,
  label: () => routeLabel(route),
  ...(route.key !== undefined && { keys: ['g', route.key] }),
  run: ({ go }) => go(pathOfRoute(route)),
})

const create = { dialog: 'create' } as RecordSearch

const creates = (route: EntityRoute): AppCommand => ({
  id: `create ${route.entity}`,
  group: 'create',
  icon: IconPlus,
  label: () => textOf(route.entity, 'create') ?? '',
  run: ({ go }) => go(pathOfRoute(route), create),
})

/** What is neither a screen nor a new record. */
const special = (role: Role): readonly AppCommand[] => [
  {
    id: 'palette',
    group: 'actions',
    icon: IconSearch,
    label: () => i18next.t('shell:command.palette'),
    keys: ['mod+k'],
    isKeysOnly: true,
    run: openPalette,
  },
  {
    id: 'search',
    group: 'actions',
    icon: IconSearch,
    label: () => i18next.t('shell:command.search'),
    keys: ['/'],
    isKeysOnly: true,
    // A screen without a search of its own has the search of everything.
    run: () => focusSearch() || openPalette(),
  },
  {
    id: 'new',
    group: 'create',
    icon: IconPlus,
    label: () => i18next.t('shell:command.new'),
    keys: ['n'],
    isKeysOnly: true,
    isOffered: ({ here }) => here !== undefined && mayCreate(here, role) && maySee(here, role),
    run: ({ go, here }) => go(pathOfRoute(here!), create),
  },
  {
    id: 'undo',
    group: 'actions',
    icon: IconArrowBackUp,
    label: () => {
      const last = lastUndoable()
      return last ? i18next.t('shell:command.undoOf', { what: last.text }) : i18next.t('shell:command.undo')
    },
    keys: ['mod+z'],
    isOffered: () => lastUndoable() !== undefined,
    hasKeysAlways: true,
    run: () => {
      const last = lastUndoable()
      if (last) undo(last)
      else toast.answer(i18next.t(useUndoable.getState().hasActed ? 'common:cannotUndo' : 'common:nothingToUndo'))
    },
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

const made = new Map<Role, readonly AppCommand[]>()

/** Every command of a role; the same ones each time. */
export function commandsOf(role: Role): readonly AppCommand[] {
  const known = made.get(role)
  if (known) return known
  const seen = appRoutes.filter((route) => maySee(route, role))
  const commands = [
    ...seen.filter((route) => mayCreate(route, role)).map(creates),
    ...seen.map(opensScreen),
    ...special(role),
  ]
  made.set(role, commands)
  return commands
}

export const commandNamed = (role: Role, id: string): AppCommand => commandsOf(role).find((each) => each.id === id)!
