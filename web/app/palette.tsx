import { firstOpened } from '#web/ui/overlay/first-opened.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import { closePalette, useCommandOverlay } from './command-overlays.ts'

const PaletteDialog = preloadable(() => import('./palette-dialog.tsx').then((each) => each.PaletteDialog))
export const preloadPalette = PaletteDialog.preload
const OpenedPalette = firstOpened(PaletteDialog)

/** Everything by its name, from anywhere. */
export const Palette = () => (
  <OpenedPalette opened={useCommandOverlay(({ opened }) => opened === 'palette')} onClose={closePalette} />
)
