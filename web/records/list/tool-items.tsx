import { Menu } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import type { ComponentType } from 'react'

export interface Tool {
  readonly icon: ComponentType<IconProps>
  readonly label: string
  readonly isPressed?: boolean
  readonly isPossible: boolean
  readonly keys?: string | undefined
  readonly run: () => void
}

export const ToolItems = ({ tools }: { readonly tools: readonly Tool[] }) =>
  tools.map(({ icon: Icon, label, isPossible, keys, run }) => (
    <Menu.Item
      key={label}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
      disabled={!isPossible}
      aria-keyshortcuts={keys}
      onClick={run}
    >
      {label}
    </Menu.Item>
  ))
