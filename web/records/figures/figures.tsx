import { Text } from '@mantine/core'
import { createContext, type ReactNode, use, useCallback, useLayoutEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Drawer } from '#web/ui/overlay/dialogs/drawer.tsx'
import { useOpenFigure } from './open-figure.ts'

interface FiguresProps {
  readonly ready: boolean
  readonly children: ReactNode
}

type RegisterFigure = (id: string) => () => void

const FiguresContext = createContext<RegisterFigure>(() => () => {})

export function useRegisteredFigure(id: string): void {
  const register = use(FiguresContext)
  useLayoutEffect(() => register(id), [register, id])
}

/** Drawn after the last figure: once it registers, all figures have. */
const last = ''

function Last() {
  useRegisteredFigure(last)
  return null
}

export function Figures({ ready, children }: FiguresProps) {
  const { t } = useTranslation('common')
  const { figure, open } = useOpenFigure()
  const [registered, setRegistered] = useState<readonly string[]>([])
  const register = useCallback((id: string) => {
    setRegistered((before) => [...before, id])
    return () => setRegistered((before) => before.filter((each) => each !== id))
  }, [])
  const isMissing = registered.includes(last) && figure !== undefined && !registered.includes(figure)
  return (
    <>
      <FiguresContext value={register}>
        {children}
        {ready && <Last />}
      </FiguresContext>
      <Drawer opened={isMissing} onClose={() => open(undefined)} side="end" size="lg" title={t('missingFigure.title')}>
        <Text c="dimmed">{t('missingFigure.hint')}</Text>
      </Drawer>
    </>
  )
}
