import { firstOpened } from '#web/ui/overlay/dialogs/first-opened.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { type PanelProps, SidePanel } from './side-panel.tsx'
import { useHasRoomBeside } from './use-has-room-beside.ts'

const FullScreenPanel = preloadable(() => import('./full-screen-panel.tsx').then((each) => each.FullScreenPanel))
export const preloadFullScreenPanel = FullScreenPanel.preload

const OpenedSidePanel = firstOpened(SidePanel)
const OpenedFullScreen = firstOpened(FullScreenPanel)

export function Panel({ opened, ...props }: PanelProps) {
  const hasRoomBeside = useHasRoomBeside()
  return (
    <>
      <OpenedSidePanel opened={opened && hasRoomBeside} {...props} />
      <OpenedFullScreen opened={opened && !hasRoomBeside} {...props} />
    </>
  )
}
