import { Button } from '@mantine/core'
import { Notifications, notifications } from '@mantine/notifications'
import classes from './toasts.module.css'
import { useCentre } from './use-centre.ts'

/** Beside the open sync centre, never over its buttons. */
export function Toasts() {
  const besideCentre = useCentre(({ opened }) => opened)
  const isMirrored = document.documentElement.dir === 'rtl'
  const beside = isMirrored ? 'bottom-right' : 'bottom-left'
  return <Notifications position={besideCentre ? beside : 'bottom-center'} limit={1} />
}

export interface ToastAction {
  readonly label: string
  readonly act: () => void
}

export interface ShownToast {
  readonly title: string
  readonly text: string
  readonly destructive: boolean
  /** The name of the close button. */
  readonly close: string
  /** What the toast is about, so that it can be taken away when that is settled. */
  readonly about?: string | undefined
  readonly action?: ToastAction | undefined
}

/** One toast at a time: a new one takes the place of the old one. */
export function showToast({ title, text, destructive, close, about, action }: ShownToast): void {
  notifications.clean()
  notifications.cleanQueue()
  notifications.show({
    ...(about === undefined ? {} : { id: about }),
    title,
    message: action ? <WithAction text={text} action={action} about={about} /> : text,
    role: destructive ? 'alert' : 'status',
    color: destructive ? 'red' : 'brand',
    withBorder: true,
    autoClose: destructive ? 10_000 : 5_000,
    closeButtonProps: { 'aria-label': close },
  })
}

/** Takes away the toast about this, if it is still there. */
export const hideToast = (about: string): void => void notifications.hide(about)

interface WithActionProps {
  readonly text: string
  readonly action: ToastAction
  readonly about: string | undefined
}

function WithAction({ text, action, about }: WithActionProps) {
  const act = () => {
    if (about !== undefined) hideToast(about)
    action.act()
  }
  return (
    <div className={classes['withAction']}>
      <span>{text}</span>
      <Button variant="default" onClick={act}>
        {action.label}
      </Button>
    </div>
  )
}
