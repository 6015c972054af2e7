import { type ComponentType, Suspense, useState } from 'react'
import { useOverlay } from './use-overlay.ts'

/** Draws an overlay from when it is first opened, so that its code loads then. */
export const firstOpened = <Props extends { readonly opened: boolean }>(Overlay: ComponentType<Props>) =>
  function Opened(props: Props) {
    useOverlay(props.opened)
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    if (!wasOpened) return null
    return (
      <Suspense fallback={null}>
        <Overlay {...props} />
      </Suspense>
    )
  }
