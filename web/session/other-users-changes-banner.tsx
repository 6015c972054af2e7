import { Button } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Fragment, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SealedPerson } from '#web/store/disk/identity.ts'
import { Banner } from '#web/ui/page/banner.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { maySeeOwner, SealedWorkText } from './sealed-work-text.tsx'
import { useSession } from './session-context.ts'

export function OtherUsersChangesBanner() {
  const { t } = useTranslation(['session', 'common'])
  const session = useSession()
  const { identity } = useStore()
  const [sealed, setSealed] = useState<readonly SealedPerson[]>([])
  useEffect(() => {
    let isMounted = true
    void session.sealed().then((found) => isMounted && setSealed(found))
    return () => void (isMounted = false)
  }, [session])
  const named = sealed.filter((each) => maySeeOwner(identity, each))
  const unnamed = sealed.find((each) => !maySeeOwner(identity, each))
  const shown = unnamed ? [...named, unnamed] : named
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
