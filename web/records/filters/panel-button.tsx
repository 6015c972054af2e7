// The panel's code loads on the first click.
import { Button } from '@mantine/core'
import type { IconProps } from '@tabler/icons-react'
import { type ComponentType, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { useCommand } from '#web/ui/commands/registered-commands.ts'
import { preloadable } from '#web/ui/preloadable.tsx'

interface PanelButtonProps {
  readonly label: string
  readonly icon: ComponentType<IconProps>
  /** Left out where there is little room. */
  readonly isRare?: true
  readonly panel: (close: () => void) => ReactNode
}

const PanelPopover = preloadable(() => import('./panel-popover.tsx').then((each) => each.PanelPopover))
export const preloadPanels = PanelPopover.preload

export function PanelButton({ label, icon, isRare, panel }: PanelButtonProps) {
  const Icon = icon
  const [opened, setOpened] = useState<boolean>()
  const close = useCallback(() => setOpened(false), [])
  const button = useRef<HTMLButtonElement>(null)
  useCommand({
    id: `panel ${label}`,
    group: 'list',
    icon,
    label: () => label,
    // Some buttons are for narrow windows only.
    isAvailable: () => button.current?.checkVisibility() === true,
    run: () => setOpened(true),
  })
  const target = (
    <Button
      ref={button}
      variant="default"
      data-tool
      data-rare={isRare}
      data-hint={label}
      aria-expanded={opened === true}
      aria-haspopup="dialog"
      onClick={() => setOpened(!opened)}
      leftSection={<Icon size={18} stroke={1.6} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
  if (opened === undefined) return target
  return (
    <Suspense fallback={target}>
      <PanelPopover label={label} opened={opened} onClose={close} target={target}>
        {panel(close)}
      </PanelPopover>
    </Suspense>
  )
}
