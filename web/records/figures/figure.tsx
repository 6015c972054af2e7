import { useTranslation } from 'react-i18next'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { preloadable } from '#web/ui/preloadable.tsx'
import classes from './figure.module.css'
import type { FigurePanelProps } from './figure-panel.tsx'
import { useRegisteredFigure } from './figures.tsx'
import { useOpenFigure } from './open-figure.ts'

const FigurePanel = preloadable(() => import('./figure-panel.tsx').then((each) => each.FigurePanel))

export interface FigureProps extends FigurePanelProps {
  readonly id: string
  readonly name: string
}

export function Figure({ id, name, value, ...panel }: FigureProps) {
  const { t } = useTranslation('common')
  const { figure, open } = useOpenFigure()
  useRegisteredFigure(id)
  return (
    <>
      <button
        type="button"
        className={classes['figure']}
        aria-haspopup="dialog"
        title={t('explainFigure', { name })}
        onClick={() => open(id)}
      >
        {value}
      </button>
      <Drawer opened={figure === id} onClose={() => open(undefined)} side="end" size="lg" title={name}>
        <FigurePanel value={value} {...panel} />
      </Drawer>
    </>
  )
}
