// The commands of the app itself. Screens come from the route table.
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconDeviceFloppy,
  IconKeyboard,
  IconLanguage,
  IconLogout,
  IconPalette,
  IconPlus,
  IconSearch,
  IconUserCog,
  IconX,
} from '@tabler/icons-react'
import i18next from 'i18next'
import { languages } from '#schema/app/languages.ts'
import type { Role } from '#schema/kernel/enumerations.ts'
import { themes } from '#schema/themes/themes.ts'
import type { Store } from '#web/store/base/contract.ts'
import { redo, undo } from '#web/records/actions/undo.ts'
import { doneText } from '#web/records/names/action-words.tsx'
import { textOf } from '#web/records/names/entity-texts.ts'
import type { RecordSearch } from '#web/records/names/record-search.ts'
import type { ScreenPath } from '#web/records/names/screen-path.tsx'
import { identityMay } from '#web/records/data/use-may.ts'
import { chooseTheme } from '#web/themes/use-theme.ts'
import type { UiCommand } from '#web/ui/commands/command.ts'
import { closeTopmost } from '#web/ui/overlay/escape.ts'
import { focusSearch } from '#web/ui/search/focus-search.ts'
import { openHelp, openPalette } from './command-overlays.ts'
import { maySee } from '#web/app/routes/route-access.ts'
import { pathOfRoute } from '#web/app/routes/find-route.ts'
import { type AppRoute, appRoutes, type EntityRoute } from '#web/app/routes/route-table.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'

export interface CommandContext {
  readonly store: Store
  readonly go: (to: ScreenPath, search?: RecordSearch) => void
  readonly currentRoute: AppRoute | undefined
  readonly chooseLanguage: (code: string) => void
  readonly signOut: () => void
}

const mayCreate = (route: AppRoute, role: Role): route is EntityRoute =>
  'entity' in route && textOf(route.entity, 'createTitle') !== null && identityMay({ role }, route.entity, 'create')

const createDialog = { dialog: 'create' } as RecordSearch

const screenCommand = (route: AppRoute, { go }: CommandContext): UiCommand => {
  const command = {
    id: `screen ${pathOfRoute(route)}`,
    group: 'screens',
    icon: route.icon,
    label: () => routeLabel(route),
    run: () => go(pathOfRoute(route)),
  } as const
  return route.key === undefined ? command : { ...command, keys: ['g', route.key] }
}

const createCommand = (route: EntityRoute, { go }: CommandContext): UiCommand => ({
  id: `create ${route.entity}`,
  group: 'create',
  icon: IconPlus,
  label: () => textOf(route.entity, 'create') ?? '',
  run: () => go(pathOfRoute(route), createDialog),
})

const labelled = (label: string, value: string): string => i18next.t('common:labelled', { label, value })

const appearanceCommands = ({ chooseLanguage }: CommandContext): readonly UiCommand[] => [
  ...themes.map(({ id }): UiCommand => ({
    id: `theme ${id}`,
    group: 'actions',
    icon: IconPalette,
    label: () => labelled(i18next.t('shell:theme'), i18next.t(`themes:${id}.name`)),
    isSearchedOnly: true,
    run: () => chooseTheme(id),
  })),
  ...languages.map(({ code, name }): UiCommand => ({
    id: `language ${code}`,
    group: 'actions',
    icon: IconLanguage,
    label: () => labelled(i18next.t('shell:language'), name),
    isSearchedOnly: true,
    run: () => chooseLanguage(code),
  })),
]

const focusedForm = () => document.activeElement?.closest('form') ?? null

const generalCommands = (role: Role, context: CommandContext): readonly UiCommand[] => [
  {
    id: 'palette',
    group: 'actions',
    icon: IconSearch,
    label: () => i18next.t('shell:command.palette'),
    keys: ['mod+k'],
    keysWork: 'in-fields',
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
    isAvailable: () => {
      const { currentRoute } = context
      return currentRoute !== undefined && mayCreate(currentRoute, role) && maySee(currentRoute, role)
    },
    run: () => context.go(pathOfRoute(context.currentRoute!), createDialog),
  },
  {
    id: 'undo',
    group: 'actions',
    icon: IconArrowBackUp,
    label: () => i18next.t('shell:command.undo'),
    name: () => {
      const { last } = context.store.undo
      return last
        ? i18next.t('shell:command.undoOf', { what: doneText(context.store, last) })
        : i18next.t('shell:command.undo')
    },
    keys: ['mod+z'],
    keysWork: 'in-popovers',
    explainsItself: true,
    isAvailable: () => Boolean(context.store.undo.last?.inverse),
    run: () => void undo(context.store),
  },
  {
    id: 'redo',
    group: 'actions',
    icon: IconArrowForwardUp,
    label: () => i18next.t('shell:command.redo'),
    keys: ['mod+shift+z'],
    otherKeys: ['mod+y'],
    keysWork: 'in-popovers',
    explainsItself: true,
    isAvailable: () => Boolean(context.store.undo.lastUndone?.inverse),
    run: () => void redo(context.store),
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
    id: 'save',
    group: 'actions',
    icon: IconDeviceFloppy,
    label: () => i18next.t('shell:command.save'),
    keys: ['mod+enter'],
    keysWork: 'in-dialogs',
    isShortcutOnly: true,
    isAvailable: () => focusedForm() !== null,
    run: () => focusedForm()?.requestSubmit(),
  },
  {
    id: 'close',
    group: 'actions',
    icon: IconX,
    label: () => i18next.t('shell:command.close'),
    // Handled in escape.ts, before the widgets of the library.
    keys: ['escape'],
    isShortcutOnly: true,
    run: closeTopmost,
  },
  {
    id: 'profile',
    group: 'actions',
    icon: IconUserCog,
    label: () => i18next.t('shell:profileSettings'),
    run: () => context.go('/settings'),
  },
  {
    id: 'logout',
    group: 'actions',
    icon: IconLogout,
    label: () => i18next.t('shell:logout'),
    run: context.signOut,
  },
]

export function appCommands(role: Role, context: CommandContext): readonly UiCommand[] {
  const visibleRoutes = appRoutes.filter((route) => maySee(route, role))
  return [
    ...visibleRoutes.filter((route) => mayCreate(route, role)).map((route) => createCommand(route, context)),
    ...visibleRoutes.map((route) => screenCommand(route, context)),
    ...generalCommands(role, context),
    ...appearanceCommands(context),
  ]
}
