import { ActionIcon, Tooltip } from '@mantine/core'
import type { ComponentType } from 'react'

interface IconButtonProps {
  readonly label: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
  readonly onClick: () => void
  readonly destructive?: boolean
}

/** An icon that acts: named for those who do not see it, explained to those who hover. */
export const IconButton = ({ label, icon: Icon, onClick, destructive = false }: IconButtonProps) => (
  <Tooltip label={label}>
    <ActionIcon aria-label={label} onClick={onClick} color={destructive ? 'red' : 'gray'}>
      <Icon size={20} stroke={1.6} />
    </ActionIcon>
  </Tooltip>
)
