import type { ComponentProps, ComponentType } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
}

/**
 * A button with an icon only: its label is read aloud, and the browser shows it on hover. A plain button, because a
 * table draws many of them on every key and scroll.
 */
export const IconButton = ({ label, icon: Icon, className, ...props }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...props}
    // A menu around it adds its own class.
    className={[classes['button'], className].filter(Boolean).join(' ')}
  >
    <Icon size={20} stroke={1.6} />
  </button>
)
