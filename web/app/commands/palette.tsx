import { useEscape } from '#web/ui/overlay/escape.ts'
import { firstOpened } from '#web/ui/overlay/dialogs/first-opened.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { closePalette, useCommandOverlay } from './command-overlays.ts'
import { useTypedAhead } from './typed-ahead.ts'

const PaletteDialog = preloadable(() => import('./palette-dialog.tsx').then((each) => each.PaletteDialog))
export const preloadPalette = PaletteDialog.preload
const OpenedPalette = firstOpened(PaletteDialog)

export function Palette() {
  const opened = useCommandOverlay((overlay) => overlay.opened === 'palette')
  useEscape(opened, closePalette)
  useTypedAhead(opened)
  return <OpenedPalette opened={opened} onClose={closePalette} />
}
