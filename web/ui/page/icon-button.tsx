import type { ComponentProps, ComponentType } from 'react'
import { useLinkTo } from './use-link-to.ts'
import classes from './icon-button.module.css'

interface IconLabel {
  readonly label: string
  readonly icon: ComponentType<{ readonly size?: number | string; readonly stroke?: number | string }>
}

/** A plain button, because a table renders many of them on every key press and scroll. */
export const IconButton = ({ label, icon: Icon, className, ...props }: IconLabel & ComponentProps<'button'>) => (
  <button
    type="button"
    aria-label={label}
    data-hint={label}
    {...props}
    className={[classes['button'], className].filter(Boolean).join(' ')}
  >
    <Icon size={20} stroke={1.6} />
  </button>
)

interface IconLinkProps extends IconLabel {
  readonly href: string
  readonly opensNewTab?: true | undefined
  readonly isScreen?: true
}

export function IconLink({ label, icon: Icon, href, opensNewTab, isScreen }: IconLinkProps) {
  const linkTo = useLinkTo()
  return (
    <a aria-label={label} data-hint={label} className={classes['button']} {...linkTo(href, opensNewTab, isScreen)}>
      <Icon size={20} stroke={1.6} />
    </a>
  )
}
