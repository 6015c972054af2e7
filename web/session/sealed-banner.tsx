import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { maySeeOwner, SealedWorkText } from './sealed-work-text.tsx'
import { useSession } from './session-context.ts'

export function SealedBanner() {
  const { t } = useTranslation(['session', 'common'])
  const session = useSession()
  const { identity } = useStore()
  const [sealed, setSealed] = useState<readonly SealedPerson[]>([])
  useEffect(() => {
    let isHere = true
    void session.sealed().then((found) => isHere && setSealed(found))
    return () => void (isHere = false)
  }, [session])
  const known = sealed.filter((each) => maySeeOwner(identity, each))
  const somebody = sealed.find((each) => !maySeeOwner(identity, each))
  const shown = somebody ? [...known, somebody] : known
  if (shown.length === 0) return null
  return (
    <Banner
      icon={IconLock}
      text={shown.map((each) => (
        <Fragment key={each.identity.id}>
          <SealedWorkText viewer={identity} sealed={each} />{' '}
        </Fragment>
      ))}
      action={
        <Button variant="subtle" color="gray" onClick={() => setSealed([])}>
          {t('common:understood')}
        </Button>
      }
    />
  )
}
