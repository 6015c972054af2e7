import { type ComponentType, Suspense, useState } from 'react'
import { useOverlay } from '#web/ui/overlay/use-overlay.ts'

interface OverlayProps {
  readonly opened: boolean
  /** Receives the focus on closing; by default the previously focused element. */
  readonly opener?: () => HTMLElement | null
}

export const firstOpened = <Props extends OverlayProps>(Overlay: ComponentType<Props>) =>
  function Opened(props: Props) {
    useOverlay(props.opened, props.opener)
    const [wasOpened, setWasOpened] = useState(props.opened)
    if (props.opened && !wasOpened) setWasOpened(true)
    if (!wasOpened) return null
    return (
      <Suspense fallback={null}>
        <Overlay {...props} />
      </Suspense>
    )
  }
