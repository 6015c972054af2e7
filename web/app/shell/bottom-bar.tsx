import { IconMenu2 } from '@tabler/icons-react'
import { useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ScreenLink } from '#web/records/names/screen-path.tsx'
import { useStore } from '#web/ui/store-context.ts'
import classes from './bottom-bar.module.css'
import { pathOf } from '#web/app/routes/path-of.ts'
import { menuPathOf, barOf } from '#web/app/routes/menu.ts'
import { pathOfRoute, routeAt } from '#web/app/routes/find-route.ts'
import { routeLabel } from '#web/app/routes/route-label.ts'

interface BottomBarProps {
  readonly isMoreOpen: boolean
  readonly onMore: () => void
}

export function BottomBar({ isMoreOpen, onMore }: BottomBarProps) {
  const { t } = useTranslation('shell')
  const { role } = useStore().identity
  const pathname = useLocation({ select: pathOf })
  const here = routeAt(pathname)
  const menuPath = here && menuPathOf(here)
  const routes = barOf(role)
  const isUnderMore = menuPath !== undefined && !routes.some((route) => pathOfRoute(route) === menuPath)
  return (
    <nav aria-label={t('mostUsed')} className={classes['bar']}>
      {routes.map((route) => (
        <ScreenLink
          key={pathOfRoute(route)}
          to={pathOfRoute(route)}
          className={classes['entry']}
          aria-current={menuPath === pathOfRoute(route) ? 'page' : undefined}
        >
          <route.icon size={22} stroke={1.6} aria-hidden="true" />
          <span className={classes['word']}>{routeLabel(route)}</span>
        </ScreenLink>
      ))}
      <button
        type="button"
        className={classes['entry']}
        aria-haspopup="dialog"
        aria-expanded={isMoreOpen}
        data-here={isUnderMore || undefined}
        onClick={onMore}
      >
        <IconMenu2 size={22} stroke={1.6} aria-hidden="true" />
        <span className={classes['word']}>{t('more')}</span>
      </button>
    </nav>
  )
}
