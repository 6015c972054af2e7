import { IconEye, IconPencil, IconTrash } from '@tabler/icons-react'
import i18next from 'i18next'
import { IconButton } from '#web/ui/page/icon-button.tsx'
import { RowActions } from '#web/ui/table/row-actions.tsx'

export type Opened = 'details' | 'edit' | 'delete'
/** Opens a record's dialog. */
export type Opens = (id: string, as: Opened) => void

const buttons = {
  details: { icon: IconEye, label: () => i18next.t('common:viewDetails') },
  edit: { icon: IconPencil, label: () => i18next.t('common:edit') },
  delete: { icon: IconTrash, label: () => i18next.t('common:delete') },
} as const

export const verbLabel = (verb: Opened): string => buttons[verb].label()

interface VerbButtonsProps {
  readonly verbs: readonly Opened[]
  readonly id: string
  readonly open: Opens
}

/** A button for each verb at the end of a row. */
export const VerbButtons = ({ verbs, id, open }: VerbButtonsProps) => (
  <RowActions>
    {verbs.map((verb) => (
      <IconButton key={verb} icon={buttons[verb].icon} label={buttons[verb].label()} onClick={() => open(id, verb)} />
    ))}
  </RowActions>
)

/** The width of their column. */
export const verbsWidth = (count: number): string => (count > 1 ? `${count * 3.5}rem` : '5.5rem')
