import type { ComponentProps, ComponentType } from 'react'
import classes from './icon-button.module.css'

interface IconButtonProps extends ComponentProps<'button'> {
  readonly label: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
}

/**
 * An icon that acts: named for those who do not see it, explained by the browser's own tip to those who hover. A plain
 * button, since a table draws many of them at every key and scroll.
 */
export const IconButton = ({ label, icon: Icon, className, ...props }: IconButtonProps) => (
  <button
    type="button"
    aria-label={label}
    title={label}
    {...props}
    // A menu around it adds a class of its own.
    className={[classes['button'], className].filter(Boolean).join(' ')}
  >
    <Icon size={20} stroke={1.6} />
  </button>
)
