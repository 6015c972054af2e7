import { Menu } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'

interface DiscardItemProps {
  readonly label: string
  readonly onDiscard: () => void
}

export const DiscardItem = ({ label, onDiscard }: DiscardItemProps) => (
  <Menu.Item color="red" leftSection={<IconTrash size={18} stroke={1.6} />} onClick={onDiscard}>
    {label}
  </Menu.Item>
)
