import { ActionIcon } from '@mantine/core'
import type { ComponentType } from 'react'

interface IconButtonProps {
  readonly label: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
  readonly onClick: () => void
}

/** An icon that acts: named for those who do not see it, explained by the browser's own tip to those who hover. */
export const IconButton = ({ label, icon: Icon, onClick }: IconButtonProps) => (
  <ActionIcon aria-label={label} title={label} onClick={onClick}>
    <Icon size={20} stroke={1.6} />
  </ActionIcon>
)
