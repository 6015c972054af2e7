// Screens register their commands; the palette, the help, the key handler and aria-keyshortcuts read them.
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

export const commandGroups = ['create', 'screens', 'record', 'list', 'actions'] as const
type CommandGroup = (typeof commandGroups)[number]

interface BaseCommand {
  /** Of two commands with one id, the one registered last applies. */
  readonly id: string
  readonly group: CommandGroup
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  /** What it would do now, as in the palette; by default the label. */
  readonly name?: () => string
  /** The title of the record on which it would act. */
  readonly of?: () => string
  /** Not listed in the help. */
  readonly otherKeys?: readonly string[]
  /** By key: a selector for where the focus must be, even in a field. Everywhere else the key keeps its meaning. */
  readonly keysWithin?: Readonly<Record<string, string>>
  /** Where else the keys work; each value includes the previous one. */
  readonly keysWork?: 'in-popovers' | 'in-fields' | 'in-dialogs'
  readonly repeats?: true
  /** While false, the palette hides it. Its keys do nothing, unless it explains itself why. */
  readonly isAvailable?: () => boolean
  readonly explainsItself?: true
  /** In the palette only after something was typed. */
  readonly isSearchedOnly?: true
  readonly run: () => void
}

/**
 * The keys run it, in sequence: `['g', 'p']`. `mod+k` is Cmd+K on a Mac, Ctrl+K elsewhere; `forward` is the arrow in the
 * direction of reading.
 */
interface WithKeys extends BaseCommand {
  readonly keys: readonly string[]
  readonly isShortcutOnly?: true
}

interface WithoutKeys extends BaseCommand {
  readonly keys?: undefined
  readonly isShortcutOnly?: undefined
}

export type UiCommand = WithKeys | WithoutKeys

export const isAvailable = ({ isAvailable: available }: UiCommand): boolean => available?.() !== false
