import { preloadable } from '#web/ui/preloadable.tsx'
import { firstOpened } from './first-opened.tsx'

const Modal = preloadable(() => import('./modal.tsx').then((each) => each.Modal))
export const preloadModal = Modal.preload

/**
 * The one dialog: its title is its accessible name; full screen on phones. Its content is created each time it opens,
 * and its code loads with the first one.
 */
export const Dialog = firstOpened(Modal)
