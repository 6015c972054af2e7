// Opens beside the list if there is room, else over the whole screen.
import { firstOpened } from '#web/ui/overlay/dialogs/first-opened.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { type PanelProps, SidePanel } from './side-panel.tsx'
import { useBeside } from './use-beside.ts'

const WholeScreen = preloadable(() => import('./whole-screen.tsx').then((each) => each.WholeScreen))
export const preloadWholeScreen = WholeScreen.preload

const OpenedBeside = firstOpened(SidePanel)
const OpenedOver = firstOpened(WholeScreen)

/** Rotating the device switches between the two. */
export function Panel({ opened, ...props }: PanelProps) {
  const isBeside = useBeside()
  return (
    <>
      <OpenedBeside opened={opened && isBeside} {...props} />
      <OpenedOver opened={opened && !isBeside} {...props} />
    </>
  )
}
