// Details for support: version, protocol, device and storage.
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { protocolVersion } from '#schema/sync/protocol.ts'
import { type EntityName, replicatedEntities } from '#schema/registry.ts'
import { useCachedFiles } from '#web/records/files/use-cached-file.ts'
import { count } from '#web/ui/format/numbers/number-format.ts'
import { useDates } from '#web/ui/format/dates/use-dates.ts'
import { Fact, Facts } from '#web/ui/page/facts.tsx'
import { useStore } from '#web/ui/store-context.ts'
import { useSyncStatus } from '#web/ui/use-sync-status.ts'

interface StorageUse {
  readonly used: number | undefined
  readonly granted: number | undefined
  readonly isPersisted: boolean
}

/** Undefined if the browser lacks the interface. */
function useStorageUse(): StorageUse | undefined {
  const [storageUse, setStorageUse] = useState<StorageUse>()
  useEffect(() => {
    let isMounted = true
    const { storage } = navigator as { readonly storage?: StorageManager }
    if (storage)
      void Promise.all([storage.estimate(), storage.persisted()]).then(
        ([{ usage, quota }, isPersisted]) => isMounted && setStorageUse({ used: usage, granted: quota, isPersisted }),
        () => {},
      )
    return () => {
      isMounted = false
    }
  }, [])
  return storageUse
}

export function SystemInformation() {
  const { t } = useTranslation('settings')
  const store = useStore()
  const { lastSync, waiting } = useSyncStatus()
  const { moment } = useDates()
  const room = useStorageUse()
  const cachedFiles = useCachedFiles()
  const rows = replicatedEntities.reduce((sum, { name }) => sum + store.table(name as EntityName).size, 0)
  const size = (bytes: number | undefined): string =>
    bytes === undefined ? t('systemUnknown') : t('megabytes', { n: count(Math.ceil(bytes / 1_000_000)) })
  return (
    <Facts>
      <Fact name={t('systemVersion')}>
        {t('systemBuild', { version: import.meta.env['APP_VERSION'], build: import.meta.env['APP_BUILD'] })}
      </Fact>
      <Fact name={t('systemProtocol')}>{count(protocolVersion)}</Fact>
      <Fact name={t('systemDevice')}>
        <bdi>{navigator.userAgent.replace(/^Mozilla\/5\.0 /, '')}</bdi>
      </Fact>
      <Fact name={t('systemContact')}>{lastSync === null ? t('systemNever') : moment(lastSync)}</Fact>
      <Fact name={t('systemWaiting')}>{count(waiting)}</Fact>
      <Fact name={t('systemRows')}>{count(rows)}</Fact>
      <Fact name={t('systemKept')}>
        {t('systemKeptSize', {
          n: count(cachedFiles.length),
          size: size(cachedFiles.reduce((sum, each) => sum + each.size, 0)),
        })}
      </Fact>
      <Fact name={t('systemStorage')}>{size(room?.used)}</Fact>
      <Fact name={t('systemGranted')}>
        {size(room?.granted)}
        {room && ` · ${room.isPersisted ? t('systemPersisted') : t('systemEvictable')}`}
      </Fact>
    </Facts>
  )
}
