// Reports an address that names a figure that does not exist.
import { Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { useOpenFigure } from './open-figure.ts'

interface FiguresProps {
  readonly ready: boolean
  readonly children: ReactNode
}

/** Returns the function that removes the figure. */
type Draw = (id: string) => () => void

const FiguresContext = createContext<Draw>(() => () => {})

export function useDrawnFigure(id: string): void {
  const draw = use(FiguresContext)
  useLayoutEffect(() => draw(id), [draw, id])
}

/** Drawn after the last figure: once it registers, all figures have. */
const last = ''

function Last() {
  useDrawnFigure(last)
  return null
}

export function Figures({ ready, children }: FiguresProps) {
  const { t } = useTranslation('common')
  const { figure, open } = useOpenFigure()
  const [drawn, setDrawn] = useState<readonly string[]>([])
  const draw = useCallback((id: string) => {
    setDrawn((before) => [...before, id])
    return () => setDrawn((before) => before.filter((each) => each !== id))
  }, [])
  const isMissing = drawn.includes(last) && figure !== undefined && !drawn.includes(figure)
  return (
    <>
      <FiguresContext value={draw}>
        {children}
        {ready && <Last />}
      </FiguresContext>
      <Drawer opened={isMissing} onClose={() => open(undefined)} side="end" size="lg" title={t('missingFigure.title')}>
        <Text c="dimmed">{t('missingFigure.hint')}</Text>
      </Drawer>
    </>
  )
}
