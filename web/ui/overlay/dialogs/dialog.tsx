import { preloadable } from '#web/ui/preloadable.tsx'
import { firstOpened } from './first-opened.tsx'

const Modal = preloadable(() => import('./modal.tsx').then((each) => each.Modal))
export const preloadModal = Modal.preload

/** Full screen on phones. Its content mounts each time it opens. */
export const Dialog = firstOpened(Modal)
