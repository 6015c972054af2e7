import type { IconProps } from '@tabler/icons-react'
import type { ComponentType, ReactNode } from 'react'
import type { EntityName, Row } from '#schema/registry.ts'
import type { Command } from '#web/store/base/command.ts'
import type { Right } from './record-action.ts'

/** For all selected records, as one change. */
export interface SelectedAction<Name extends EntityName> {
  readonly id: string
  readonly icon: ComponentType<IconProps>
  readonly label: () => string
  readonly needs: Right
  readonly appliesTo: (this: void, row: Row<Name>) => boolean
  readonly commandOf: (this: void, row: Row<Name>, day: string) => Command
  readonly skippedReason: () => string
  readonly done: () => string
  /** Label of the dialog's date field. */
  readonly dayLabel?: () => string
  /** Shown beside each record's name. */
  readonly about?: (this: void, row: Row<Name>) => ReactNode
}
